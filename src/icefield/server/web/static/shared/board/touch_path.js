// The touches made so far towards a move. Knows sequences and no rules: every legal move is a list of
// touches, and a player goes from touch to touch until one list is complete.

/** @typedef {{ move: Payload.LegalMove, chosen?: undefined, cancelled?: undefined, refused?: undefined }} CompletedMove */
/**
 * What a touch led to: a complete `move`, one more touch (`chosen`), the end of the path
 * (`cancelled`), or touches that begin no move (`refused`).
 *
 * @typedef {CompletedMove | { move?: undefined, chosen?: string, cancelled?: boolean, refused?: string[] }} TouchResult
 */
/** @typedef {"is-own" | "is-target" | "is-far" | "is-chosen"} Mark */
/** @typedef {Partial<Record<Mark, Set<string>>>} Marks */

/** @param {string[]} touches @param {string[]} path */
const begins = (touches, path) => path.every((touch, i) => touches[i] === touch);

export class TouchPath {
  /**
   * `moves` are the legal moves, `touched` what has been touched already; it is dropped where it
   * begins no move.
   *
   * @param {Payload.LegalMove[]} [moves]
   * @param {string[]} [touched]
   */
  constructor(moves = [], touched = []) {
    this.moves = moves;
    this.touched = moves.some(({ touches }) => begins(touches, touched)) ? [...touched] : [];
    /** @type {string | null} the space of the piece that is to go, where that is no touch */
    this.picked = null;
  }

  /** Whether a move has been begun. */
  get isBegun() {
    return this.touched.length > 0 || this.picked !== null;
  }

  /** What the last touch, or the piece that was picked, is on. */
  get last() {
    return this.touched.at(-1) ?? this.picked;
  }

  /** The moves that begin with what has been touched. */
  get open() {
    return this.moves.filter(({ touches }) => begins(touches, this.touched));
  }

  /** What may be touched next. */
  get next() {
    return new Set(this.open.map(({ touches }) => touches[this.touched.length] ?? ""));
  }

  /** What a move may begin with. */
  get first() {
    return new Set(this.moves.map(({ touches }) => touches[0] ?? ""));
  }

  /** What the board marks: where a move may begin or, once it has, how it may go on. @returns {Marks} */
  get marks() {
    const { isBegun } = this;
    return {
      "is-own": isBegun ? new Set() : this.first,
      "is-target": isBegun ? this.next : new Set(),
      "is-chosen": new Set(this.picked === null ? this.touched : [this.picked, ...this.touched]),
    };
  }

  /** The moves that the touch of `id` would complete. @param {string} id */
  completedBy(id) {
    const length = this.touched.length + 1;
    return this.open.filter(({ touches }) => touches.length === length && touches.at(-1) === id);
  }

  cancel() {
    this.touched = [];
    this.picked = null;
  }

  /** Whether the piece on a space is one that a move may go on with or begin with. @param {string} id */
  canPick(id) {
    if (this.isBegun && this.last === id && this.open.some(({ touches }) => touches.length > this.touched.length))
      return true;
    return this.moves.some(({ touches, start }) => start === id || (touches[0] === id && touches.length > 1));
  }

  /** Begin or go on with the piece on a space. Returns whether that is possible. @param {string} id */
  pick(id) {
    if (!this.canPick(id)) return false;
    if (this.last === id) return true;
    this.cancel();
    if (this.moves.some(({ touches }) => touches[0] === id && touches.length > 1)) this.touched.push(id);
    else this.picked = id;
    return true;
  }

  /** The only move that can still be made and ends with a touch, or null. @param {string} id */
  onlyMoveTo(id) {
    const found = this.open.filter(({ touches }) => touches.length > this.touched.length && touches.at(-1) === id);
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** @param {string} id @returns {TouchResult} */
  touch(id) {
    if (this.next.has(id)) {
      this.touched.push(id);
      const move = this.open.find(({ touches }) => touches.length === this.touched.length);
      if (!move) return { chosen: id };
      this.cancel();
      return { move };
    }
    if (this.last === id) {
      this.cancel();
      return { cancelled: true };
    }
    if (this.touched.length && this.first.has(id)) {
      this.cancel();
      return this.touch(id);
    }
    if (this.pick(id)) return { chosen: id };
    return { refused: [...this.touched, id] };
  }
}
