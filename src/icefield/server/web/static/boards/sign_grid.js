// A square grid of signs, and painting on it with a symmetry. Knows no rules.

/** @typedef {[x: number, y: number]} Cell */
/** @typedef {"none" | "across" | "down" | "half" | "four"} Symmetry */

/** For each symmetry, where a brush at (x, y) of n × n paints, the place itself first.
 * @type {Record<Symmetry, (n: number, x: number, y: number) => Cell[]>} */
const IMAGES = {
  none: (_, x, y) => [[x, y]],
  across: (n, x, y) => [
    [x, y],
    [n - 1 - x, y],
  ],
  down: (n, x, y) => [
    [x, y],
    [x, n - 1 - y],
  ],
  half: (n, x, y) => [
    [x, y],
    [n - 1 - x, n - 1 - y],
  ],
  four: (n, x, y) => [
    [x, y],
    [y, n - 1 - x],
    [n - 1 - x, n - 1 - y],
    [n - 1 - y, x],
  ],
};

export class SignGrid {
  /**
   * `once` are the signs of which a grid has at most one.
   *
   * @param {string} text rows from the top, on lines of their own or joined by slashes
   * @param {{ empty: string, once: string[] }} signs
   */
  constructor(text, { empty, once }) {
    this.empty = empty;
    this.once = once;
    this.rows = SignGrid.rowsOf(text);
  }

  /** @param {string} text */
  static rowsOf(text) {
    return text
      .trim()
      .split(/[/\n]/)
      .map((row) => [...row.trimEnd()]);
  }

  get side() {
    return this.rows.length;
  }

  /** The rows, joined. @param {string} separator */
  join(separator) {
    return this.rows.map((row) => row.join("")).join(separator);
  }

  /** @param {string} text */
  replace(text) {
    this.rows = SignGrid.rowsOf(text);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.rows[y]?.[x] ?? this.empty;
  }

  /**
   * Paint a cell and its images. A sign that may stand there only once moves, and its images get the
   * signs that follow it.
   *
   * @param {Cell} cell
   * @param {string} sign
   * @param {Symmetry} symmetry
   */
  paint([x, y], sign, symmetry) {
    const painted = new Set();
    const first = this.once.indexOf(sign);
    for (const [i, [column, row]] of IMAGES[symmetry](this.side, x, y).entries()) {
      const place = `${column} ${row}`;
      if (painted.has(place)) continue;
      painted.add(place);
      const own = first < 0 ? sign : this.once[(first + i) % this.once.length];
      if (first >= 0) this.remove(own);
      this.rows[row][column] = own;
    }
  }

  /** @param {string} sign */
  remove(sign) {
    this.rows = this.rows.map((row) => row.map((found) => (found === sign ? this.empty : found)));
  }

  clear() {
    this.rows = this.rows.map((row) => row.map(() => this.empty));
  }

  /** Give it sides of another length; what is around the middle stays. @param {number} side */
  resize(side) {
    const shift = (side - this.side) / 2;
    const old = this.rows;
    /** @param {number} x @param {number} y */
    const at = (x, y) => old[y - shift]?.[x - shift] ?? this.empty;
    this.rows = Array.from({ length: side }, (_, y) => Array.from({ length: side }, (__, x) => at(x, y)));
  }
}
