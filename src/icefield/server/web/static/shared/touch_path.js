// The tree of touches. Knows sequences and no rules: every legal move is a list of touches, and a
// person walks from touch to touch until one list is complete.

import { announce, hush, t } from "./messages.js";

const begins = (touches, path) => path.every((touch, i) => touches[i] === touch);

export class Walk {
  /** `moves` are `{move, touches, name}`; `path` is what has been touched already. */
  constructor(moves = [], path = []) {
    this.moves = moves;
    this.path = moves.some(({ touches }) => begins(touches, path)) ? path : [];
  }

  /** The moves that begin with what has been touched. */
  get open() {
    return this.moves.filter(({ touches }) => begins(touches, this.path));
  }

  /** What may be touched next. */
  get next() {
    return new Set(this.open.map(({ touches }) => touches[this.path.length]));
  }

  /** What a move may begin with. */
  get first() {
    return new Set(this.moves.map(({ touches }) => touches[0]));
  }

  /** What the board marks: where a move may begin or, once it has, how it may go on. */
  get marks() {
    const begun = this.path.length > 0;
    return {
      "is-own": begun ? new Set() : this.first,
      "is-target": begun ? this.next : new Set(),
      "is-chosen": new Set(this.path),
    };
  }

  cancel() {
    this.path = [];
  }

  /**
   * Touch something. Returns `{move}` when that completes a move, `{chosen}` when it goes on,
   * `{cancelled}` when the last touch was touched again, else `{refused}` with the touches.
   */
  touch(id) {
    if (this.next.has(id)) {
      this.path.push(id);
      const done = this.open.find(({ touches }) => touches.length === this.path.length);
      if (!done) return { chosen: id };
      this.cancel();
      return { move: done };
    }
    if (this.path.at(-1) === id) {
      this.cancel();
      return { cancelled: true };
    }
    if (this.path.length && this.first.has(id)) {
      this.cancel();
      return this.touch(id);
    }
    return { refused: [...this.path, id] };
  }
}

/** A person takes back what was touched, and hears it; whether there was anything. */
export function takeBack(walk) {
  hush();
  if (!walk.path.length) return false;
  walk.cancel();
  announce(t("cancelled"));
  return true;
}
