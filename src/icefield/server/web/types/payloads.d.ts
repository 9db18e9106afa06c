// The payloads of the server as the scripts use them, under the global names `Payload.*` and `Api.*`.
//
// Paths, parameters and bodies come from api.d.ts, which is generated. Answers that the server does
// not describe yet stand in `Undescribed`. Once the server describes one, its line there is deleted
// and the payload becomes `Api.Answer<"GET /api/…">` or `Schemas["Name"]`: one line each.

import type { Operations } from "./api";

declare global {
  namespace Api {
    type Operation = keyof Operations;
    type PathOf<M extends string> = Operation extends infer O ? (O extends `${M} ${infer P}` ? P : never) : never;
    type GetPath = PathOf<"GET">;
    type PostPath = PathOf<"POST">;
    type Parameters<O extends Operation> = Operations[O]["path"] & Operations[O]["query"];
    type Body<O extends Operation> = Operations[O]["body"];
    type BodyArguments<O extends Operation> = undefined extends Body<O> ? [] : null extends Body<O> ? [body?: Body<O>] : [body: Body<O>];
    type Answer<O extends Operation> = O extends keyof Undescribed ? Undescribed[O] : Operations[O]["answer"];
    /** What may be done at a table by `POST /api/tables/{id}/<action>`, answered with its new state. */
    type TableAction = "moves" | "undo" | "next" | "extend" | "sit" | "chat" | "draw" | "answer" | "resign" | "leave" | "back"
      | "replace" | "fill" | "ready" | "comments" | "challenges" | "judgements" | "restart";
    type TableOperation<A extends TableAction> = `POST /api/tables/{id}/${A}`;
    type TableBody<A extends TableAction> = Body<TableOperation<A>>;

    interface Undescribed {
      "GET /api/tables/{id}": Payload.TableState;
      "GET /api/tables/{id}/plies/{game}/{ply}": Payload.Moment;
      "GET /api/tables/{id}/worth": Payload.MoveValues;
      "GET /api/tables/{id}/preview": Payload.Preview;
      "GET /api/tables/{id}/hint": Payload.Hint;
      "GET /api/tables/{id}/threats": Payload.Threats;
      "GET /api/tables/{id}/solution": Payload.Solution;
      "GET /api/tables/{id}/verdict": Payload.SolutionVerdict;
      "GET /api/analyse/reviews/{id}": Payload.Review;
      "GET /api/lobby": Payload.LobbyRow[];
      "GET /api/watch": Payload.LobbyRow[];
      "GET /api/me": Payload.Me;
      "POST /api/tables": Payload.TableState;
      "POST /api/practice": Payload.TableState;
      "POST /api/tables/{id}/rematch": Payload.TableState;
      "POST /api/tables/{id}/moves": Payload.TableState;
      "POST /api/tables/{id}/undo": Payload.TableState;
      "POST /api/tables/{id}/next": Payload.TableState;
      "POST /api/tables/{id}/extend": Payload.TableState;
      "POST /api/tables/{id}/sit": Payload.TableState;
      "POST /api/tables/{id}/chat": Payload.TableState;
      "POST /api/tables/{id}/draw": Payload.TableState;
      "POST /api/tables/{id}/answer": Payload.TableState;
      "POST /api/tables/{id}/resign": Payload.TableState;
      "POST /api/tables/{id}/leave": Payload.TableState;
      "POST /api/tables/{id}/back": Payload.TableState;
      "POST /api/tables/{id}/replace": Payload.TableState;
      "POST /api/tables/{id}/fill": Payload.TableState;
      "POST /api/tables/{id}/ready": Payload.TableState;
      "POST /api/tables/{id}/comments": Payload.TableState;
      "POST /api/tables/{id}/challenges": Payload.TableState;
      "POST /api/tables/{id}/judgements": Payload.TableState;
      "POST /api/tables/{id}/restart": Payload.TableState;
      "POST /api/tables/{id}/why": Payload.Refusal | null;
      "POST /api/tables/{id}/comments/check": Payload.MarkedSpan[];
      "POST /api/levels/check": Payload.DrawnBoard;
      "POST /api/boards/check": Payload.BoardFileVerdict;
      "POST /api/puzzles/{key}/{number}/answer": Payload.PuzzleAnswer;
      "POST /api/puzzles/{key}/{number}/hint": Payload.PuzzleHint;
      "POST /api/puzzles/{key}/{number}/solution": Payload.PuzzleSolution;
      "POST /api/puzzles/{key}/{number}/play": Payload.PuzzlePlay;
      "POST /api/puzzles/{key}/{number}/refutation": Payload.Refutation;
      "POST /api/puzzles/{key}/{number}/board": Payload.PuzzleBoard;
      "POST /api/puzzles/{key}/{number}/why": Payload.Refusal | null;
      "POST /api/learn/{key}/{lesson}/{step}/begin": Payload.Stage;
      "POST /api/learn/{key}/{lesson}/{step}/move": Payload.LessonMove;
      "POST /api/learn/{key}/{lesson}/{step}/touch": Payload.LessonTouch;
      "POST /api/learn/{key}/{lesson}/{step}/try": Payload.LessonTry;
      "POST /api/learn/{key}/{lesson}/{step}/show": Payload.LessonDemonstration;
      "POST /api/analyse/read": Payload.ReadText;
      "POST /api/analyse/begin": Payload.AnalysedGame;
      "POST /api/analyse/position": Payload.AnalysedPosition;
      "POST /api/analyse/why": Payload.Refusal | null;
      "POST /api/analyse/record": Payload.SavedRecord;
      "POST /api/analyse/paint": Payload.EditedPosition;
      "POST /api/analyse/threats": Payload.Threats;
      "POST /api/analyse/worth": Payload.PositionValue;
      "POST /api/analyse/reviews": Payload.Review;
      "POST /api/analyse/reviews/{id}/stop": Payload.Review;
      "POST /api/me": Payload.Me;
      "POST /api/me/code": Payload.RecoveryCode;
      "POST /api/me/recover": Payload.Me;
    }
  }

  namespace Payload {
    // -- boards and moves --------------------------------------------------------------------------

    interface Refusal { code: string; rule: string | null; sentence: string }
    interface Problem extends Refusal { error: string; line?: number; column?: number }
    interface LegalMove { move: string; name: string; touches: string[] }
    interface Control { id: string; name: string; picture: string | null }
    interface Outcome { sentence: string; rule: string | null; winners: number[]; scores: number[] }
    interface Board { svg: string; caption: string; facts: string[]; text: string }
    interface Moment extends Board { game: number; ply: number; plies: number; outcome: Outcome | null }
    interface LineMove { move: string; name: string; role: string | null; seat: number; turn?: number; recap?: string | null }

    // -- tables ------------------------------------------------------------------------------------

    interface TableMove extends LineMove { game: number; ply: number }
    interface Seat {
      seat: number; player: number; role: string; name: string; kind: "person" | "bot" | "open" | "invited"; level: string | null;
      mine: boolean; deciding: boolean; active: boolean; stand_in: string | null; for_good: boolean; replaceable: boolean;
    }
    interface SheetRow { number: number; roles: string[]; points: number[] | null; rule: string | null }
    interface ScoreSheet {
      players: string[]; rows: SheetRow[]; totals: number[]; length: number; complete: boolean; winners: number[]; sentence: string | null;
    }
    interface Interrupt { seat: number; active: number; mine: boolean; sentence: string }
    interface Route { start: string; end: string; moves: string[]; label: string; marks: string }
    interface ClockSeat { left: number | null; running: boolean }
    interface Clock { words: string; seats: ClockSeat[] }
    interface Comment {
      number: number; seat: number; text: string; challenger: number | null; divided: boolean; guilty: boolean | null;
      challengers: number[]; judges: number[]; waiting: number[];
    }
    interface Discussion { open: boolean; rule: string; left: number; waiting: number[]; ready: boolean; held: boolean; comments: Comment[] }
    interface ChatMessage { number: number; player: number; name: string; text: string; at: number; mine: boolean }
    interface Ask { number: number; what: string; mine: boolean; answer: boolean; sentence: string }
    interface Invite { seat: number; role: string; link: string }
    interface VoteGroup { name: string; roles: string[] }
    interface Practice { puzzle: string | null; following: string | null; rule: string; solved: boolean }
    type Permission = "undo" | "next" | "extend" | "rematch" | "analyse" | "review" | "prove" | "hint" | "threats"
      | "resign" | "draw" | "leave" | "back" | "undo_asks" | "chat";
    interface TableState extends Board {
      id: string; number: number; decision: number; game: { key: string; title: string }; seat: number | null; deciding: boolean;
      turn: number | null; interrupt: Interrupt | null; routes: Route[] | null; started: boolean; curtain: string | null;
      touches: LegalMove[]; controls: Control[]; seats: Seat[]; sheet: ScoreSheet; moves: TableMove[]; reveal: VoteGroup[];
      talk: Discussion | null; practice: Practice | null; outcome: Outcome | null; can: Record<Permission, boolean>;
      clock: Clock | null; chat: ChatMessage[]; ask: Ask | null; invites: Invite[]; rematch: string | null; thinking: boolean;
    }
    /** The state as the page brings it: the drawing is on the board already. */
    type EmbeddedTableState = Omit<TableState, "svg">;
    interface LiveUpdate { type: "update"; number: number; state: TableState }
    interface LivePresence { type: "presence"; seats: boolean[] }
    interface MarkedSpan { start: number; end: number; reason: string }

    interface MoveValue extends LegalMove { value: "win" | "draw" | "loss" | "unknown"; plies: number | null; holds: boolean; words: string }
    interface MoveValues { result: string | null; sentence: string; note: string; command: string | null; moves: MoveValue[] }
    interface Preview { decision: number; move: string; text: string; marks: string }
    interface Hint extends LegalMove { decision: number; first: string | null; where: string; whole: string; follows: string | null; worth: string }
    interface Threat { kind: string; text: string; by: string; spaces: string[]; marks: string }
    interface Threats { threats: Threat[]; sentence: string | null }
    interface Solution { moves: LegalMove[] | null; sentence: string }
    interface SolutionVerdict { made: number; best: number | null; sentence: string }

    interface ReplayState {
      id: string; number: number; game: { key: string; title: string }; plies: number; outcome: Outcome; caption: string;
      moves: TableMove[]; sheet: ScoreSheet;
    }

    // -- lists of tables ---------------------------------------------------------------------------

    interface LobbyRow {
      id: string; number: number; link: string; picture: string; mine: boolean; stage: string; game: { title: string };
      seats: { seat: number; role: string; name: string; kind: Seat["kind"] }[]; clock: string; options: string[]; note: string; active: string;
    }
    interface Me { nickname: string }
    interface RecoveryCode { code: string }
    interface BotLevel { name: string; seat: string; words: string }
    type BotLevels = Record<string, BotLevel[]>;

    // -- boards to draw or to bring ----------------------------------------------------------------

    interface TextProblem { sentence: string; rule: string | null; line: number; column: number }
    interface DrawnBoard {
      legal: boolean; level: string | null; players: number | null; problem: TextProblem | null; svg: string | null; facts: string[];
      cells: Record<string, [number, number]>;
    }
    interface BoardEditorSetup {
      game: string; option: string; signs: { text: string; name: string; once: boolean }[]; samples: Record<string, string>;
      level: string; given: boolean; problem: TextProblem | null;
    }
    interface BoardFile { name: string; value: string; text: string | null; reconstruction: boolean; facts: string[]; svg: string }
    interface BoardFileVerdict { legal: boolean; problem: TextProblem | null; board: BoardFile | null }
    interface BoardFileSetup { game: string; option: string; sample: string; longest: number }

    // -- puzzles -----------------------------------------------------------------------------------

    interface PuzzleBoard { svg: string; caption: string; facts: string[]; touches: LegalMove[]; controls: Control[]; over: boolean }
    interface PuzzleProgress { streak: number; best: number; solved: number; count: number }
    type PuzzleStatus = "new" | "tried" | "shown" | "solved";
    interface PuzzleMove { move: string; name: string; role: string }
    interface PuzzleState { key: string; number: number; status: PuzzleStatus; board: Omit<PuzzleBoard, "svg">; line?: PuzzleMove[] }
    interface PuzzleAnswer {
      right: boolean; sentence: string; status: PuzzleStatus; board: PuzzleBoard; progress: PuzzleProgress; line?: PuzzleMove[];
    }
    interface PuzzleHint { sentence: string; spaces: string[]; not: string | null; progress: PuzzleProgress }
    interface PuzzleSolution { sentence: string; line: PuzzleMove[]; status: PuzzleStatus; progress: PuzzleProgress }
    interface PuzzlePlay { right: boolean; sentence: string; line: PuzzleMove[]; board: PuzzleBoard }
    interface MistakeReason { kind: string; text: string; rule: string | null; spaces: string[] }
    interface Refutation { sentence: string; line: PuzzleMove[]; from: number; reasons: MistakeReason[] }

    interface ProofPlace { head: string; moves: string[]; touches: LegalMove[]; answer: string[] }

    // -- lessons -----------------------------------------------------------------------------------

    interface Frame extends Board { said: string | null }
    interface Stage { frames: Frame[]; open: boolean; touches: LegalMove[]; controls: Control[] }
    interface LessonStep { id: string; task: string; words: string; rules: string[]; point: string[]; tries: string[]; watched: boolean }
    interface LessonState { key: string; lesson: string; steps: LessonStep[]; at: number; begun: Stage }
    interface LessonMove extends Stage { right: boolean; done: boolean; sentence: string; rule: string | null }
    interface LessonTouch { done: boolean; sentence: string; rule: string | null; after: string | null }
    interface LessonTry extends LessonTouch { touches: string[] }
    interface LessonDemonstration { move: string | null; touches: string[]; try: number | null }

    // -- analysis ----------------------------------------------------------------------------------

    interface Line { head: string; moves: string[] }
    interface RuleText { number: string; title: string; text: string }
    interface AnalysedGame {
      game: { key: string; title: string; arranged: boolean; watchful: boolean; rules: RuleText[] };
      number: number; count: number; head: string; players: (string | null)[]; roles: string[]; moves: LineMove[];
    }
    interface ReadText { problem: TextProblem | null; found: AnalysedGame | null }
    interface ChanceMove extends LegalMove { percent: number }
    interface AnalysedPosition extends Board {
      turn: number | null; role: string | null; touches: LegalMove[]; controls: Control[]; chance: ChanceMove[] | null; outcome: Outcome | null;
    }
    interface Brush { id: string; name: string; picture: string | null; everywhere: boolean }
    interface EditedPosition extends AnalysedGame { position: AnalysedPosition; brushes: Brush[] }
    interface SavedRecord { text: string; game: string }
    type Grade = string;
    interface GradedMove {
      ply: number; seat: number; move: string; grade: Grade; sign: string; called: string; worth: string; gave: string | null;
      reason: { text: string; rule: string | null; spaces: string[] } | null; better: LineMove[];
    }
    interface PositionValue { value: string | null; line: LineMove[]; graded: GradedMove | null }
    interface GradeCount { grade: Grade; sign: string; called: string; count: number }
    interface SeatSummary { seat: number; role: string; grades: GradeCount[]; gave: string }
    interface Review {
      id: string; state: "waiting" | "running" | "done" | "stopped" | "failed"; done: number; of: number; graded: GradedMove[];
      curve: (number[] | null)[]; summary: SeatSummary[] | null;
    }
    interface AnalysisSetup {
      longest: number; text: string | null; number: number; review: boolean; games: Record<string, { seats: number[]; arranged: boolean }>;
    }
  }
}
