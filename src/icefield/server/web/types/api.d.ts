// Made by scripts/api_types.py from the server's OpenAPI document; `make api-types` makes it anew.

export interface Schemas {
  Beginning: {
    game: string;
    seats?: number | null;
  };
  Challenged: {
    comment: number;
    seat?: number | null;
  };
  Chatted: {
    text: string;
  };
  Clock: {
    kind?: "none" | "move" | "player" | "days";
    seconds?: number;
    increment?: number;
    days?: number;
  };
  Decided: {
    decision: number;
  };
  Done: {
    made: string[];
  };
  Drawing: {
    game: string;
    level: string;
  };
  Filled: {
    seat: number;
    level: string;
  };
  Judged: {
    comment: number;
    seat?: number | null;
    guilty: boolean;
  };
  Known: {
    moves?: string[];
    piece?: boolean;
  };
  NewTable: {
    game: string;
    seats: Schemas["Seat"][];
    games?: number;
    shuffle?: boolean;
    timer?: number;
    clock?: Schemas["Clock"];
    takebacks?: boolean;
    listed?: boolean;
    rated?: boolean;
    options?: Record<string, string | boolean | number>;
  };
  Played: {
    moves: string[];
  };
  Practice: {
    game: string;
    puzzle?: string | null;
    level?: string | null;
  };
  Problem: {
    error: string;
    code: string;
    rule?: string | null;
    sentence: string;
  };
  Renamed: {
    nickname: string;
  };
  Replaced: {
    seat: number;
  };
  Resigned: {
    game: number;
  };
  Sat: {
    seat: number;
    name?: string;
    token?: string;
  };
  Seat: {
    kind: "person" | "bot" | "open" | "invited";
    level?: string | null;
    name?: string;
  };
  Spoken: {
    text: string;
    seat?: number | null;
  };
  Stroke: {
    head: string;
    moves?: string[];
    brush?: string | null;
    space?: string | null;
  };
  Studied: {
    head: string;
    moves?: string[];
  };
  Text: {
    text: string;
    game?: string | null;
    number?: number;
    seats?: number | null;
  };
  Touched: {
    decision: number;
    touches: string[];
    seat?: number | null;
  };
  Touching: {
    head: string;
    moves?: string[];
    touches: string[];
  };
  Tried: {
    number: number;
  };
  Typed: {
    code: string;
  };
  Wanted: {
    head: string;
    moves?: string[];
    pace?: "quick" | "usual" | "careful";
  };
  Written: {
    game: string;
    text: string;
  };
  icefield__server__learn__Moved: {
    made: string[];
    move: string;
  };
  icefield__server__learn__Pressed: {
    made: string[];
    touches: string[];
  };
  icefield__server__riddles__Answered: {
    move: string;
  };
  icefield__server__riddles__Pressed: {
    moves: string[];
    touches: string[];
  };
  icefield__server__schemas__Answered: {
    ask: number;
    yes: boolean;
  };
  icefield__server__schemas__Moved: {
    decision: number;
    seat?: number | null;
    move: string;
  };
}

export interface Operations {
  "POST /api/analyse/begin": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Beginning"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/moves": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Studied"];
    answer: Record<string, unknown>[];
  };
  "POST /api/analyse/paint": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Stroke"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/position": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Studied"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/read": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Text"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/record": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Studied"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/reviews": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Wanted"];
    answer: Record<string, unknown>;
  };
  "GET /api/analyse/reviews/{id}": {
    path: { id: string };
    query: { since?: number };
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/reviews/{id}/stop": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/threats": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Studied"];
    answer: Record<string, unknown>;
  };
  "POST /api/analyse/why": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Touching"];
    answer: Record<string, unknown> | null;
  };
  "POST /api/analyse/worth": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Studied"];
    answer: Record<string, unknown>;
  };
  "POST /api/boards/check": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Written"];
    answer: Record<string, unknown>;
  };
  "GET /api/games": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>[];
  };
  "POST /api/learn/{key}/{lesson}/{step}/begin": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/learn/{key}/{lesson}/{step}/move": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["icefield__server__learn__Moved"];
    answer: Record<string, unknown>;
  };
  "POST /api/learn/{key}/{lesson}/{step}/show": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["Done"];
    answer: Record<string, unknown>;
  };
  "POST /api/learn/{key}/{lesson}/{step}/touch": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["icefield__server__learn__Pressed"];
    answer: Record<string, unknown>;
  };
  "POST /api/learn/{key}/{lesson}/{step}/try": {
    path: { key: string; lesson: string; step: string };
    query: Record<never, never>;
    body: Schemas["Tried"];
    answer: Record<string, unknown>;
  };
  "POST /api/levels/check": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Drawing"];
    answer: Record<string, unknown>;
  };
  "GET /api/lobby": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>[];
  };
  "GET /api/me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/me": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Renamed"];
    answer: Record<string, unknown>;
  };
  "POST /api/me/code": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/me/recover": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Typed"];
    answer: Record<string, unknown>;
  };
  "POST /api/practice": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["Practice"];
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/answer": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["icefield__server__riddles__Answered"];
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/board": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["Played"];
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/hint": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["Known"] | null;
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/play": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["Played"];
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/refutation": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["Played"];
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/solution": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/puzzles/{key}/{number}/why": {
    path: { key: string; number: number };
    query: Record<never, never>;
    body: Schemas["icefield__server__riddles__Pressed"];
    answer: Record<string, unknown> | null;
  };
  "GET /api/solved/{key}": {
    path: { key: string };
    query: { line?: string; from?: string; answer?: boolean };
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Schemas["NewTable"];
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/answer": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["icefield__server__schemas__Answered"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/back": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/challenges": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Challenged"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/chat": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Chatted"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/comments": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Spoken"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/comments/check": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Spoken"];
    answer: Record<string, unknown>[];
  };
  "POST /api/tables/{id}/draw": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}/events": {
    path: { id: string };
    query: { since?: number };
    body: undefined;
    answer: Record<string, unknown>[];
  };
  "POST /api/tables/{id}/extend": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Decided"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/fill": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Filled"];
    answer: Record<string, unknown>;
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
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/judgements": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Judged"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/leave": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/moves": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["icefield__server__schemas__Moved"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/next": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Decided"];
    answer: Record<string, unknown>;
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
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}/preview": {
    path: { id: string };
    query: { decision: number; move: string };
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/ready": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
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
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/replace": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Replaced"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/resign": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Resigned"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/restart": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Decided"];
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/sit": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Sat"];
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}/solution": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}/threats": {
    path: { id: string };
    query: { decision: number };
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/undo": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Decided"];
    answer: Record<string, unknown>;
  };
  "GET /api/tables/{id}/verdict": {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>;
  };
  "POST /api/tables/{id}/why": {
    path: { id: string };
    query: Record<never, never>;
    body: Schemas["Touched"];
    answer: Record<string, unknown> | null;
  };
  "GET /api/tables/{id}/worth": {
    path: { id: string };
    query: { game?: number | null; ply?: number | null };
    body: undefined;
    answer: Record<string, unknown>;
  };
  "GET /api/watch": {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, unknown>[];
  };
}
