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
    const begun = this.touched.length > 0;
    return {
      "is-own": begun ? new Set() : this.first,
      "is-target": begun ? this.next : new Set(),
      "is-chosen": new Set(this.touched),
    };
  }

  /** The moves that the touch of `id` would complete. @param {string} id */
  completedBy(id) {
    const length = this.touched.length + 1;
    return this.open.filter(({ touches }) => touches.length === length && touches.at(-1) === id);
  }

  cancel() {
    this.touched = [];
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
    if (this.touched.at(-1) === id) {
      this.cancel();
      return { cancelled: true };
    }
    if (this.touched.length && this.first.has(id)) {
      this.cancel();
      return this.touch(id);
    }
    return { refused: [...this.touched, id] };
  }
}
