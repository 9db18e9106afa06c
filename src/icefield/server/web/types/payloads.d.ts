// The payloads of the server as the scripts use them, under the global names `Payload.*` and `Api.*`.
//
// Paths, parameters, bodies and answers come from api.d.ts, which is generated. Only what OpenAPI
// does not describe stands here: live messages, and what the pages bring with them.

import type { Operations, Schemas } from "./api";

declare global {
  namespace Api {
    type Operation = keyof Operations;
    type PathOf<M extends string> = Operation extends infer O ? (O extends `${M} ${infer P}` ? P : never) : never;
    type GetPath = PathOf<"GET">;
    type PostPath = PathOf<"POST">;
    type Parameters<O extends Operation> = Operations[O]["path"] & Operations[O]["query"];
    type Body<O extends Operation> = Operations[O]["body"];
    type BodyArguments<O extends Operation> = undefined extends Body<O> ? [] : null extends Body<O> ? [body?: Body<O>] : [body: Body<O>];
    type Answer<O extends Operation> = Operations[O]["answer"];
    /** What may be done at a table by `POST /api/tables/{id}/<action>`, answered with its new state. */
    type TableAction = "moves" | "undo" | "next" | "extend" | "rematch" | "sit" | "chat" | "draw" | "answer" | "resign" | "leave" | "back" | "close" | "name"
      | "replace" | "fill" | "ready" | "comments" | "challenges" | "judgements" | "restart";
    type TableOperation<A extends TableAction> = `POST /api/tables/{id}/${A}`;
    type TableBody<A extends TableAction> = Body<TableOperation<A>>;
  }

  namespace Payload {
    // -- answers of the server ---------------------------------------------------------------------

    type Refusal = Schemas["Refusal"];
    type Problem = Schemas["Problem"];
    type LegalMove = Schemas["MoveChoice"];
    type Control = Schemas["IconControl"];
    type Outcome = Schemas["Outcome"];
    type Moment = Schemas["Ply"];
    type LineMove = Schemas["LineMove"];
    type TableMove = Schemas["ListedMove"];
    type Seat = Schemas["TableSeat"];
    type SeatCard = Schemas["SeatCard"];
    type Holding = Schemas["Holding"];
    type SheetRow = Schemas["ScoreSheetRow"];
    type ScoreSheet = Schemas["ScoreSheet"];
    type Interrupt = Schemas["Interrupt"];
    type Route = Schemas["Route"];
    type Clock = Schemas["TableClock"];
    type Comment = Schemas["Comment"];
    type Discussion = Schemas["Discussion"];
    type ChatMessage = Schemas["ChatMessage"];
    type Ask = Schemas["ConsentQuestion"];
    type Declined = Schemas["DeclinedRequest"];
    type Result = Schemas["GameResult"];
    type BallotOption = Schemas["BallotOption"];
    type Absence = Schemas["Absence"];
    type Invite = Schemas["Invite"];
    type Practice = Schemas["Practice"];
    type TableState = Schemas["TableState"];
    type StatePatch = Schemas["StatePatch"];
    type MarkedSpan = Schemas["ForbiddenWords"];
    type MoveValue = Schemas["MoveValue"];
    type MoveValues = Schemas["MoveValues"];
    type Preview = Schemas["MovePreview"];
    type Hint = Schemas["Hint"];
    type Threat = Schemas["Threat"];
    type Threats = Schemas["PositionThreats"];
    type Solution = Schemas["Solution"];
    type SolutionVerdict = Schemas["SolutionVerdict"];
    type LobbyRow = Schemas["TableRow"];
    type BotLevel = Schemas["BotLevel"];
    type TextProblem = Schemas["Problem"];
    type DrawnBoard = Schemas["LevelCheck"];
    type BoardFile = Schemas["OwnBoard"];
    type PuzzleBoard = Schemas["PuzzleBoard"];
    type PuzzleProgress = Schemas["PuzzleProgress"];
    type PuzzleMove = Schemas["PuzzleMove"];
    type MistakeReason = Schemas["Reason"];
    type Frame = Schemas["LessonFrame"];
    type Stage = Schemas["LessonStage"];
    type LessonTouch = Schemas["LessonTouch"];
    type RuleText = Schemas["RuleText"];
    type AnalysedGame = Schemas["PastedGame"];
    type OpenedGame = Schemas["OpenedGame"];
    type ChanceMove = Schemas["ChanceMove"];
    type AnalysedPosition = Schemas["AnalysisPosition"];
    type Brush = Schemas["Brush"];
    type EditedPosition = Schemas["PaintedGame"];
    type GradedMove = Schemas["GradedMove"];
    type PositionValue = Schemas["PositionWorth"];
    type GradeCount = Schemas["GradeCount"];
    type SeatSummary = Schemas["SeatSummary"];
    type Review = Schemas["GameReview"];

    type PuzzleStatus = PuzzleAnswer["status"];
    type PuzzleAnswer = Schemas["PuzzleAnswer"];
    type Line = Required<Schemas["LineRequest"]>;
    /** A message of the live connection; OpenAPI does not describe WebSockets. */
    interface LiveUpdate { type: "update"; number: number; state?: TableState; held?: string; patch?: Record<string, unknown> }
    interface LivePresence { type: "presence"; seats: boolean[]; watching: number }
    interface TableNotice { type: "notice"; table: string; kind: "guest" | "started" | "closed" | "done"; sentence: string | null }

    // -- what the pages bring with them, in `<script type="application/json">` and `data-` attributes

    /** The state of a table; its drawing is on the board already. */
    type EmbeddedTableState = Omit<TableState, "svg">;
    interface ReplayState {
      id: string; number: number; game: { key: string; title: string }; plies: number; outcome: Outcome; caption: string;
      moves: TableMove[]; sheet: ScoreSheet;
    }
    type BotLevels = Record<string, Pick<BotLevel, "name" | "seat" | "words">[]>;
    interface BoardEditorSetup {
      game: string; option: string; signs: { text: string; name: string; once: boolean }[]; samples: Record<string, string>;
      level: string; given: boolean; problem: TextProblem | null;
    }
    interface BoardFileSetup { game: string; option: string; sample: string; longest: number }
    interface PuzzleState { key: string; number: number; status: PuzzleStatus; board: Omit<PuzzleBoard, "svg"> }
    interface ProofPlace { head: string; moves: string[]; touches: LegalMove[]; answer: string[] }
    interface LessonStep { id: string; task: string; words: string; rules: string[]; point: string[]; tries: string[]; watched: boolean }
    interface LessonState { key: string; lesson: string; steps: LessonStep[]; course: { id: string; steps: string[] }[]; at: number; begun: Stage }
    interface AnalysisSetup {
      longest: number; text: string | null; number: number; review: boolean; chosen: string | null;
      games: Record<string, { seats: number[]; arranged: boolean; head: string }>;
    }
  }
}
