// Made by scripts/api_types.py from the server's OpenAPI document; `make api-types` makes it anew.

export interface Schemas {
  Absence: {
    sentence: string;
    timed: boolean;
    back: boolean;
  };
  Aim: {
    role: string | null;
    sentence: string;
  };
  AnalysisGame: {
    key: string;
    title: string;
    arranged: boolean;
    watchful: boolean;
    rules: Schemas["RuleText"][];
  };
  AnalysisPosition: {
    svg: string;
    caption: string;
    facts: string[];
    text: string;
    turn: number | null;
    role: string | null;
    touches: Schemas["MoveChoice"][];
    controls: Schemas["IconControl"][];
    chance: Schemas["ChanceMove"][] | null;
    outcome: Schemas["Outcome"] | null;
  };
  AnswerRequest: {
    move: string;
  };
  BallotCoins: {
    role: string;
    coins: number;
  };
  BallotOption: {
    name: string;
    picture: string | null;
    total: number;
    voters: string[];
    coins: Schemas["BallotCoins"][];
  };
  BoardFileCheck: {
    legal: boolean;
    problem: Schemas["Problem"] | null;
    board: Schemas["OwnBoard"] | null;
  };
  BoardFileRequest: {
    game: string;
    text: string;
  };
  BotLevel: {
    name: string;
    about: string;
    elo: number | null;
    error: number | null;
    words: string;
    seat: string;
  };
  Branch: {
    after: number;
    moves: string[];
  };
  Brush: {
    id: string;
    name: string;
    picture: string | null;
    everywhere: boolean;
  };
  ChallengeRequest: {
    comment: number;
    seat?: number | null;
  };
  ChanceMove: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    percent: number;
  };
  ChatMessage: {
    number: number;
    player: number;
    name: string;
    text: string;
    at: number;
    mine: boolean;
  };
  ChatRequest: {
    text: string;
  };
  Comment: {
    number: number;
    seat: number;
    text: string;
    challenger: number | null;
    judged: Record<string, boolean>;
    divided: boolean;
    guilty: boolean | null;
    challengers: number[];
    judges: number[];
    waiting: number[];
  };
  CommentRequest: {
    text: string;
    seat?: number | null;
  };
  ConsentAnswer: {
    ask: number;
    yes: boolean;
  };
  ConsentQuestion: {
    number: number;
    what: string;
    mine: boolean;
    answer: boolean;
    sentence: string;
  };
  DecisionRequest: {
    decision: number;
  };
  DeclinedRequest: {
    number: number;
    what: string;
    mine: boolean;
    sentence: string;
  };
  Discussion: {
    open: boolean;
    rule: string;
    left: number;
    waiting: number[];
    ready: boolean;
    held: boolean;
    comments: Schemas["Comment"][];
  };
  EventPlayer: {
    kind: string;
    level: string | null;
    name: string;
  };
  FillRequest: {
    seat: number;
    level: string;
  };
  ForbiddenWords: {
    start: number;
    end: number;
    word: string;
    reason: string;
  };
  GameCard: {
    key: string;
    title: string;
    designer: string;
    year: number | null;
    version: number | string;
    promise: string;
    seats: number[];
    roles: string[];
    pair: string | null;
    options: Schemas["GameOption"][];
    levels: Schemas["BotLevel"][];
    levels_by_seats: Record<string, Schemas["BotLevel"][]>;
  };
  GameOption: {
    name: string;
    about: string;
    default: boolean | number | string | null;
    choices: Schemas["OptionValue"][];
  };
  GameResult: {
    kind: "won" | "lost" | "draw" | "aborted" | "ended";
    title: string;
    points: string | null;
    details: string[];
  };
  GameReview: {
    id: string;
    state: string;
    done: number;
    of: number;
    graded: Schemas["GradedMove"][];
    curve: (number[] | null)[];
    summary: Schemas["SeatSummary"][] | null;
  };
  GameStatistics: {
    game: Schemas["GameTitle"];
    games: number;
    won: number;
    lost: number;
    drawn: number;
  };
  GameTitle: {
    key: string;
    title: string;
  };
  GradeCount: {
    grade: string;
    sign: string;
    called: string;
    count: number;
  };
  GradeProgress: {
    solved: number;
    count: number;
  };
  GradedMove: {
    ply: number;
    seat: number;
    move: string;
    grade: string;
    value: number;
    kept: number;
    drop: number;
    payoffs: number[];
    better: Schemas["SpokenMove"][];
    better_way: string[];
    played: Schemas["SpokenMove"][];
    verdict: string | null;
    bounds: Schemas["ScoreBounds"] | null;
    reason: Schemas["Reason"] | null;
    sign: string;
    called: string;
    worth: string;
    gave: string | null;
    chance: number;
    left: number;
  };
  Ground: {
    name: string;
    own: boolean;
    sentence: string;
  };
  Hint: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    decision: number;
    first: string | null;
    where: string;
    whole: string;
    follows: string | null;
    worth: string;
  };
  HintRequest: {
    moves?: string[];
    piece?: boolean;
  };
  Holding: {
    name: string;
    text: string;
    picture: string | null;
  };
  IconControl: {
    id: string;
    name: string;
    picture: string | null;
    touch?: string;
    after?: string[];
    chosen?: string;
    about?: string[];
    warning?: string;
    minor?: boolean;
    drawn?: boolean;
    icon: string;
  };
  Interrupt: {
    seat: number;
    active: number;
    mine: boolean;
    sentence: string;
  };
  Invite: {
    seat: number;
    role: string;
    link: string;
  };
  JudgementRequest: {
    comment: number;
    seat?: number | null;
    guilty: boolean;
  };
  LessonFrame: {
    svg: string;
    caption: string;
    facts: string[];
    text: string;
    said: string | null;
  };
  LessonHint: {
    move: string | null;
    touches: string[];
    name?: string;
    try: number | null;
  };
  LessonMove: {
    frames: Schemas["LessonFrame"][];
    open: boolean;
    touches: Schemas["MoveChoice"][];
    controls: Schemas["IconControl"][];
    right: boolean;
    done: boolean;
    sentence: string;
    rule: string | null;
  };
  LessonStage: {
    frames: Schemas["LessonFrame"][];
    open: boolean;
    touches: Schemas["MoveChoice"][];
    controls: Schemas["IconControl"][];
  };
  LessonTouch: {
    done: boolean;
    refused: boolean;
    sentence: string;
    rule: string | null;
    after: string | null;
    code?: string;
  };
  LessonTry: {
    done: boolean;
    refused: boolean;
    sentence: string;
    rule: string | null;
    after: string | null;
    code?: string;
    touches: string[];
  };
  LevelCheck: {
    legal: boolean;
    level: string | null;
    players: number | null;
    problem: Schemas["Problem"] | null;
    svg: string | null;
    facts: string[];
    cells: Record<string, [number, number] | null>;
  };
  LevelRequest: {
    game: string;
    level: string;
  };
  LineMove: {
    move: string;
    name: string;
    seat: number;
    role: string | null;
    turn?: number;
    recap?: string | null;
    effects?: string[];
  };
  LineRequest: {
    head: string;
    moves?: string[];
  };
  LineTouchRequest: {
    head: string;
    moves?: string[];
    touches: string[];
  };
  LinkedChoice: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    href: string;
  };
  LinkedMove: {
    move: string;
    name: string;
    seat: number;
    role: string | null;
    turn?: number;
    recap?: string | null;
    effects?: string[];
    href: string;
    mark: string | null;
    marked: string | null;
    here: boolean;
  };
  ListedMove: {
    game: number;
    ply: number;
    seat: number;
    role: string | null;
    move: string;
    name: string;
    turn?: number;
    recap?: string | null;
    notes?: string[];
    effects?: string[];
  };
  MoveChoice: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
  };
  MovePreview: {
    decision: number;
    move: string;
    text: string;
    marks: string;
  };
  MoveRequest: {
    decision: number;
    held?: string | null;
    seat?: number | null;
    typed?: boolean;
    move: string;
  };
  MoveValue: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    value: string;
    plies: number | null;
    score: number | null;
    holds: boolean | null;
    words: string;
  };
  MoveValues: {
    number: number;
    game: number;
    ply: number;
    source: string;
    value: string;
    plies: number | null;
    score: number | null;
    holding: number | null;
    of: number;
    result: string | null;
    sentence: string;
    note: string;
    command: string | null;
    moves: Schemas["MoveValue"][];
  };
  NameRequest: {
    name: string;
  };
  NewClock: {
    kind?: "none" | "move" | "player" | "days";
    seconds?: number;
    increment?: number;
    days?: number;
  };
  NewSeat: {
    kind: "person" | "bot" | "open" | "invited";
    level?: string | null;
    name?: string;
  };
  NewTable: {
    game: string;
    seats: Schemas["NewSeat"][];
    games?: number;
    shuffle?: boolean;
    timer?: number;
    pace?: "quick" | "normal" | "slow";
    clock?: Schemas["NewClock"];
    takebacks?: boolean;
    listed?: boolean;
    rated?: boolean;
    options?: Record<string, string | boolean | number>;
  };
  NicknameRequest: {
    nickname: string;
  };
  OpenedGame: {
    game: Schemas["AnalysisGame"];
    number: number;
    count: number;
    head: string;
    players: string[];
    roles: string[];
    moves: Schemas["LineMove"][];
    outcome: Schemas["Outcome"] | null;
    branches: Schemas["LineMove"][][];
  };
  OptionValue: {
    value: boolean | number | string | null;
    words: string;
  };
  OtherMove: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    href: string;
    proven: boolean;
  };
  Outcome: {
    sentence: string;
    rule: string | null;
    winners: number[];
    scores: number[];
  };
  OwnBoard: {
    name: string;
    value: string;
    text: string | null;
    reconstruction: boolean;
    facts: string[];
    svg: string;
  };
  PaintedGame: {
    game: Schemas["AnalysisGame"];
    number: number;
    count: number;
    head: string;
    players: string[];
    roles: string[];
    moves: Schemas["LineMove"][];
    outcome: Schemas["Outcome"] | null;
    position: Schemas["AnalysisPosition"];
    brushes: Schemas["Brush"][];
  };
  PastedGame: {
    game: Schemas["AnalysisGame"];
    number: number;
    count: number;
    head: string;
    players: string[];
    roles: string[];
    moves: Schemas["LineMove"][];
    outcome: Schemas["Outcome"] | null;
  };
  Permissions: {
    close: boolean;
    resign: boolean;
    abort: boolean;
    draw: boolean;
    leave: boolean;
    back: boolean;
    undo_asks: boolean;
    chat: boolean;
    undo: boolean;
    next: boolean;
    extend: boolean;
    rematch: boolean;
    analyse: boolean;
    review: boolean;
    prove: boolean;
    hint: boolean;
    threats: boolean;
  };
  PlayRequest: {
    moves: string[];
  };
  Ply: {
    svg: string;
    caption: string;
    facts: string[];
    text: string;
    game: number;
    ply: number;
    plies: number;
    cards: Schemas["SeatCard"][];
    outcome: Schemas["Outcome"] | null;
  };
  PositionProof: {
    winner: number;
    role: string;
    plies: number | null;
    leaf: boolean;
    answer: Schemas["LinkedChoice"] | null;
    replies: Schemas["ProofReply"][];
  };
  PositionThreats: {
    threats: Schemas["Threat"][];
    sentence: string | null;
  };
  PositionWorth: {
    value: string | null;
    bounds: Schemas["ScoreBounds"] | null;
    line: Schemas["SpokenMove"][];
    chances: number[] | null;
    graded: Schemas["GradedMove"] | null;
  };
  Practice: {
    puzzle: string | null;
    length: number | null;
    following: string | null;
    rule: string;
    solved: boolean;
  };
  PracticeRequest: {
    game: string;
    puzzle?: string | null;
    level?: string | null;
  };
  Preparation: {
    ready: boolean;
    percent: number;
    seconds: number;
    sentence: string;
  };
  Problem: {
    code: string;
    rule: string | null;
    sentence: string;
    error: string;
    line?: number;
    column?: number;
  };
  Profile: {
    nickname: string;
    code_made: string | null;
    games: Schemas["TableRow"][];
    statistics: Schemas["GameStatistics"][];
  };
  ProofLinks: {
    self: string;
    start: string | null;
    back: string | null;
    next: string | null;
    end: string | null;
    game: string | null;
    switch: string;
    analyse: string;
  };
  ProofReply: {
    move: string;
    touches: string[];
    name: string;
    start?: string;
    directed?: boolean;
    href: string;
    plies: number | null;
    answers: number;
    leaf: boolean;
  };
  ProofState: {
    game: string;
    head: string;
    board: Schemas["AnalysisPosition"];
    line: Schemas["LinkedMove"][];
    standing: string;
    proof: Schemas["PositionProof"] | null;
    others: Schemas["OtherMove"][];
    stray: boolean;
    said: string[];
    links: Schemas["ProofLinks"];
    wait: boolean;
  };
  PuzzleAnswer: {
    right: boolean;
    board: Schemas["PuzzleBoard"];
    line: Schemas["PuzzleMove"][];
    status: string;
    progress: Schemas["PuzzleProgress"];
    sentence: string;
  };
  PuzzleBoard: {
    svg: string;
    caption: string;
    facts: string[];
    touches: Schemas["MoveChoice"][];
    controls: Schemas["IconControl"][];
    over: boolean;
  };
  PuzzleHint: {
    sentence: string;
    spaces: string[];
    not: string | null;
    progress: Schemas["PuzzleProgress"];
  };
  PuzzleMove: {
    move: string;
    name: string;
    role: string;
  };
  PuzzlePlay: {
    right: boolean;
    sentence: string;
    line: Schemas["PuzzleMove"][];
    board: Schemas["PuzzleBoard"];
  };
  PuzzleProgress: {
    streak: number;
    best: number;
    solved: number;
    count: number;
    grades: Record<string, Schemas["GradeProgress"]>;
  };
  PuzzleRefutation: {
    sentence: string;
    line: Schemas["PuzzleMove"][];
    from: number;
    reasons: Schemas["Reason"][];
  };
  PuzzleSolution: {
    sentence: string;
    line: Schemas["PuzzleMove"][];
    status: string;
    progress: Schemas["PuzzleProgress"];
  };
  PuzzleTouchRequest: {
    moves: string[];
    touches: string[];
  };
  ReadResult: {
    problem: Schemas["Problem"] | null;
    found: Schemas["PastedGame"] | null;
  };
  Reason: {
    kind: string;
    text: string;
    rule: string | null;
    spaces: string[];
  };
  RecordText: {
    text: string;
    game: string;
  };
  RecoveryCode: {
    code: string;
  };
  RecoveryRequest: {
    code: string;
  };
  Refusal: {
    code: string;
    rule: string | null;
    sentence: string;
  };
  ReplaceRequest: {
    seat: number;
  };
  ResignRequest: {
    game: number;
  };
  Reveal: {
    title: string;
    options: Schemas["BallotOption"][];
    results: string[];
  };
  ReviewRequest: {
    head: string;
    moves?: string[];
    pace?: "quick" | "usual" | "careful";
  };
  Route: {
    start: string;
    end: string;
    moves: string[];
    label: string;
    marks: string;
    paid: boolean;
  };
  RuleText: {
    number: string;
    title: string;
    text: string;
  };
  ScoreBounds: {
    winner: number | null;
    least: number[];
    most: number[];
  };
  ScoreSheet: {
    players: string[];
    rows: Schemas["ScoreSheetRow"][];
    totals: number[];
    length: number;
    complete: boolean;
    winners: number[];
    sentence: string | null;
  };
  ScoreSheetRow: {
    number: number;
    roles: string[];
    points: number[] | null;
    rule: string | null;
  };
  SeatCard: {
    picture: string | null;
    holdings: Schemas["Holding"][];
  };
  SeatClock: {
    left: number | null;
    running: boolean;
  };
  SeatSummary: {
    seat: number;
    role: string;
    grades: Schemas["GradeCount"][];
    gave: string;
  };
  SitRequest: {
    seat: number;
    name?: string;
    token?: string;
  };
  Solution: {
    moves: Schemas["MoveChoice"][] | null;
    sentence: string;
  };
  SolutionVerdict: {
    made: number;
    best: number | null;
    sentence: string;
  };
  SpokenMove: {
    move: string;
    name: string;
    seat: number;
    role: string | null;
  };
  StartRequest: {
    game: string;
    seats?: number | null;
  };
  StatePatch: {
    number: number;
    held: string;
    patch: Record<string, unknown>;
  };
  StepMoveRequest: {
    made: string[];
    move: string;
  };
  StepRequest: {
    made: string[];
  };
  StepTouchRequest: {
    made: string[];
    touches: string[];
  };
  StepTryRequest: {
    number: number;
  };
  StrokeRequest: {
    head: string;
    moves?: string[];
    brush?: string | null;
    space?: string | null;
  };
  TableClock: {
    control: Schemas["TimeControl"];
    words: string;
    waits: boolean;
    seats: Schemas["SeatClock"][];
  };
  TableEvent: {
    number: number;
    kind: string;
    at: number;
    game?: string;
    version?: number | string;
    options?: Record<string, boolean | number | string | null>;
    games?: number;
    players?: Schemas["EventPlayer"][] | number[];
    player?: number | null;
    name?: string;
    level?: string | null;
    decisions?: number;
    move?: string;
    what?: string;
    yes?: boolean;
    table?: string;
    text?: string;
    comment?: number;
    guilty?: boolean | null;
    gone?: boolean;
  };
  TableEvents: {
    events: Schemas["TableEvent"][];
    next: number | null;
  };
  TableRow: {
    id: string;
    number: number;
    link: string;
    picture: string;
    game: Schemas["GameTitle"];
    stage: string;
    seats: Schemas["TableSeat"][];
    mine: boolean;
    deciding: boolean;
    note: string;
    result: Schemas["GameResult"] | null;
    score: string | null;
    clock: string;
    options: string[];
    active: string;
  };
  TableSeat: {
    seat: number;
    player: number;
    role: string;
    name: string;
    named: boolean;
    kind: string;
    level: string | null;
    mine: boolean;
    deciding: boolean;
    active: boolean;
    stand_in: string | null;
    for_good: boolean;
    replaceable: boolean;
  };
  TableState: {
    svg: string;
    caption: string;
    facts: string[];
    text: string;
    id: string;
    number: number;
    version: string;
    decision: number;
    game: Schemas["GameTitle"];
    seat: number | null;
    deciding: boolean;
    turn: number | null;
    interrupt: Schemas["Interrupt"] | null;
    routes: Schemas["Route"][] | null;
    started: boolean;
    curtain: string | null;
    premoves: "moves" | "directions" | null;
    stake: string | null;
    touches: Schemas["MoveChoice"][];
    controls: Schemas["IconControl"][];
    seats: Schemas["TableSeat"][];
    cards: Schemas["SeatCard"][];
    aims: Schemas["Aim"][];
    sheet: Schemas["ScoreSheet"];
    moves: Schemas["ListedMove"][];
    reveal: Schemas["Reveal"] | null;
    talk: Schemas["Discussion"] | null;
    practice: Schemas["Practice"] | null;
    ground: Schemas["Ground"] | null;
    options: string[];
    outcome: Schemas["Outcome"] | null;
    can: Schemas["Permissions"];
    clock: Schemas["TableClock"] | null;
    chat: Schemas["ChatMessage"][];
    chat_rule: string | null;
    ask: Schemas["ConsentQuestion"] | null;
    declined: Schemas["DeclinedRequest"] | null;
    result: Schemas["GameResult"] | null;
    invites: Schemas["Invite"][];
    rematch: string | null;
    host: boolean;
    closed: string | null;
    absence: Schemas["Absence"] | null;
    takebacks: boolean;
    exports: string[];
    thinking: boolean;
  };
  TableThreats: {
    decision: number;
    threats: Schemas["Threat"][];
    sentence: string | null;
  };
  TextRequest: {
    text: string;
    game?: string | null;
    number?: number;
    seats?: number | null;
  };
  Threat: {
    kind: string;
    text: string;
    by: string;
    move: string;
    spaces: string[];
    marks: string;
  };
  TimeControl: {
    kind: string;
    seconds?: number;
    increment?: number;
    days?: number;
  };
  TouchRequest: {
    decision: number;
    touches: string[];
    seat?: number | null;
  };
  TreeRequest: {
    head: string;
    moves?: string[];
    branches?: Schemas["Branch"][];
  };
}

export interface Operations {
  "POST /api/analyse/begin": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["StartRequest"];
    answer: Schemas["PastedGame"];
  };
  "POST /api/analyse/moves": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineRequest"];
    answer: Schemas["LineMove"][];
  };
  "POST /api/analyse/open": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["TreeRequest"];
    answer: Schemas["OpenedGame"];
  };
  "POST /api/analyse/paint": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["StrokeRequest"];
    answer: Schemas["PaintedGame"];
  };
  "POST /api/analyse/position": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineRequest"];
    answer: Schemas["AnalysisPosition"];
  };
  "POST /api/analyse/read": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["TextRequest"];
    answer: Schemas["ReadResult"];
  };
  "POST /api/analyse/record": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineRequest"];
    answer: Schemas["RecordText"];
  };
  "POST /api/analyse/reviews": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["ReviewRequest"];
    answer: Schemas["GameReview"];
  };
  "GET /api/analyse/reviews/{id}": {
    path: { id: string };
    query: { since?: number };
    body: undefined;
    answer: Schemas["GameReview"];
  };
  "POST /api/analyse/reviews/{id}/stop": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["GameReview"];
  };
  "POST /api/analyse/threats": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineRequest"];
    answer: Schemas["PositionThreats"];
  };
  "POST /api/analyse/why": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineTouchRequest"];
    answer: Schemas["Refusal"] | null;
  };
  "POST /api/analyse/worth": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LineRequest"];
    answer: Schemas["PositionWorth"];
  };
  "POST /api/boards/check": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["BoardFileRequest"];
    answer: Schemas["BoardFileCheck"];
  };
  "GET /api/games": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["GameCard"][];
  };
  "GET /api/games/{key}/preparation": {
    path: { key: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["Preparation"];
  };
  "POST /api/learn/{key}/{lesson}/{step}/begin": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["LessonStage"];
  };
  "POST /api/learn/{key}/{lesson}/{step}/move": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["StepMoveRequest"];
    answer: Schemas["LessonMove"];
  };
  "POST /api/learn/{key}/{lesson}/{step}/show": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["StepRequest"];
    answer: Schemas["LessonHint"];
  };
  "POST /api/learn/{key}/{lesson}/{step}/touch": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["StepTouchRequest"];
    answer: Schemas["LessonTouch"];
  };
  "POST /api/learn/{key}/{lesson}/{step}/try": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["StepTryRequest"];
    answer: Schemas["LessonTry"];
  };
  "POST /api/levels/check": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["LevelRequest"];
    answer: Schemas["LevelCheck"];
  };
  "GET /api/lobby": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableRow"][];
  };
  "GET /api/me": {
    path: Record<never, never>;
    query: { game?: string | null; show?: "running" | "won" | "lost" | "draw" | null };
    body: undefined;
    answer: Schemas["Profile"];
  };
  "POST /api/me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["NicknameRequest"];
    answer: Schemas["Profile"];
  };
  "POST /api/me/code": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["RecoveryCode"];
  };
  "POST /api/me/recover": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["RecoveryRequest"];
    answer: Schemas["Profile"];
  };
  "POST /api/practice": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["PracticeRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/puzzles/{key}/{number}/answer": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["AnswerRequest"];
    answer: Schemas["PuzzleAnswer"];
  };
  "POST /api/puzzles/{key}/{number}/board": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["PlayRequest"];
    answer: Schemas["PuzzleBoard"];
  };
  "POST /api/puzzles/{key}/{number}/hint": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["HintRequest"] | null;
    answer: Schemas["PuzzleHint"];
  };
  "POST /api/puzzles/{key}/{number}/play": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["PlayRequest"];
    answer: Schemas["PuzzlePlay"];
  };
  "POST /api/puzzles/{key}/{number}/refutation": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["PlayRequest"];
    answer: Schemas["PuzzleRefutation"];
  };
  "POST /api/puzzles/{key}/{number}/solution": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["PuzzleSolution"];
  };
  "POST /api/puzzles/{key}/{number}/why": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["PuzzleTouchRequest"];
    answer: Schemas["Refusal"] | null;
  };
  "GET /api/solved/{key}": {
    path: { key: string };
    query: { line?: string; from?: string; answer?: boolean; game?: string };
    body: undefined;
    answer: Schemas["ProofState"];
  };
  "POST /api/tables": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["NewTable"];
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/answer": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["ConsentAnswer"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/back": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/challenges": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["ChallengeRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/chat": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["ChatRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/close": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/comments": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["CommentRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/comments/check": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["CommentRequest"];
    answer: Schemas["ForbiddenWords"][];
  };
  "POST /api/tables/{id}/draw": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/events": {
    path: { id: string };
    query: { since?: number; limit?: number };
    body: undefined;
    answer: Schemas["TableEvents"];
  };
  "POST /api/tables/{id}/extend": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["DecisionRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/fill": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["FillRequest"];
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/film.{form}": {
    path: { id: string; form: string };
    query: { game?: number | null; theme?: "light" | "dark" | "contrast"; flip?: boolean };
    body: undefined;
    answer: unknown;
  };
  "GET /api/tables/{id}/hint": {
    path: { id: string };
    query: { decision: number };
    body: undefined;
    answer: Schemas["Hint"];
  };
  "POST /api/tables/{id}/judgements": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["JudgementRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/leave": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/moves": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["MoveRequest"];
    answer: Schemas["TableState"] | Schemas["StatePatch"];
  };
  "POST /api/tables/{id}/name": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["NameRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/next": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["DecisionRequest"];
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/picture.png": {
    path: { id: string };
    query: { game?: number | null; ply?: number | null; width?: number; theme?: "light" | "dark" | "contrast"; flip?: boolean };
    body: undefined;
    answer: unknown;
  };
  "GET /api/tables/{id}/plies/{game}/{ply}": {
    path: { id: string; game: number; ply: number };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["Ply"];
  };
  "GET /api/tables/{id}/preview": {
    path: { id: string };
    query: { decision: number; move: string };
    body: undefined;
    answer: Schemas["MovePreview"];
  };
  "POST /api/tables/{id}/ready": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/record": {
    path: { id: string };
    query: { format?: string };
    body: undefined;
    answer: unknown;
  };
  "POST /api/tables/{id}/rematch": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/replace": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["ReplaceRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/resign": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["ResignRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/restart": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["DecisionRequest"];
    answer: Schemas["TableState"];
  };
  "POST /api/tables/{id}/sit": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["SitRequest"];
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/solution": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["Solution"];
  };
  "GET /api/tables/{id}/threats": {
    path: { id: string };
    query: { decision: number };
    body: undefined;
    answer: Schemas["TableThreats"];
  };
  "POST /api/tables/{id}/undo": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["DecisionRequest"];
    answer: Schemas["TableState"];
  };
  "GET /api/tables/{id}/verdict": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["SolutionVerdict"];
  };
  "POST /api/tables/{id}/why": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["TouchRequest"];
    answer: Schemas["Refusal"] | null;
  };
  "GET /api/tables/{id}/worth": {
    path: { id: string };
    query: { game?: number | null; ply?: number | null };
    body: undefined;
    answer: Schemas["MoveValues"];
  };
  "GET /api/watch": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Schemas["TableRow"][];
  };
}
