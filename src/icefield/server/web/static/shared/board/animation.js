// Animates a board from one drawing to the next. Which motion a piece has is said by the style sheet
// of the drawings (render/motion.css), where it goes by the marks of the last move (`data-way`); so
// nothing here knows a game. Nothing here delays anything: what may be touched is there at once.

const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const SMOOTH = "cubic-bezier(.35, 0, .2, 1)";
const NEAR = 0.06; // two points that are one, in board units
const AWAY_MS = 900; // how long a piece needs to leave the board
const SILENT = ["none", "fade"];

/** @typedef {[durationMs: number, frames: Keyframe[]]} Motion */
/** @typedef {[x: number, y: number]} Point in board units */

/** How pieces come and change, around their own middle. @type {Record<string, Motion>} */
const ENTERING = {
  fade: [260, [{ opacity: 0 }, { opacity: 1 }]],
  crack: [
    440,
    [
      { scale: "0.1", rotate: "-30deg", opacity: 0 },
      { scale: "0.55", rotate: "9deg", opacity: 1, offset: 0.35 },
      { scale: "0.72", rotate: "-5deg", offset: 0.6 },
      { scale: "1.08", rotate: "0deg", offset: 0.82 },
      { scale: "1", opacity: 1 },
    ],
  ],
  drop: [
    340,
    [
      { translate: "0px -0.4px", scale: "1.22", opacity: 0 },
      { translate: "0px 0.02px", scale: "0.96", opacity: 1, offset: 0.7 },
      { translate: "0px 0px", scale: "1", opacity: 1 },
    ],
  ],
  lay: [
    380,
    [
      { scale: "1.35", opacity: 0 },
      { scale: "0.95", opacity: 1, offset: 0.7 },
      { scale: "1", opacity: 1 },
    ],
  ],
  rise: [
    460,
    [
      { translate: "0px 0.3px", scale: "0.3", opacity: 0 },
      { translate: "0px -0.08px", scale: "1.15", opacity: 1, offset: 0.65 },
      { translate: "0px 0px", scale: "1", opacity: 1 },
    ],
  ],
  reveal: [340, [{ scale: "0 1" }, { scale: "1.06 1", offset: 0.8 }, { scale: "1 1" }]],
  sunk: [
    820,
    [
      { scale: "1.04", rotate: "0deg" },
      { scale: "1", rotate: "6deg", offset: 0.25 },
      { scale: "0.94", rotate: "-5deg", offset: 0.55 },
      { scale: "0.97", rotate: "2deg", offset: 0.8 },
      { scale: "1", rotate: "0deg" },
    ],
  ],
};
/** How pieces leave. @type {Record<string, Motion> & { fade: Motion }} */
const LEAVING = {
  fade: [280, [{ opacity: 1 }, { opacity: 0 }]],
  heal: [
    300,
    [
      { scale: "1", opacity: 1 },
      { scale: "0.2", opacity: 0 },
    ],
  ],
  lift: [
    300,
    [
      { translate: "0px 0px", scale: "1", opacity: 1 },
      { translate: "0px -0.35px", scale: "1.2", opacity: 0 },
    ],
  ],
  sink: [
    720,
    [
      { translate: "0px 0px", scale: "1", rotate: "0deg", opacity: 1 },
      { translate: "0px 0.03px", scale: "0.95", rotate: "9deg", opacity: 1, offset: 0.3 },
      { translate: "0px 0.12px", scale: "0.75", rotate: "-8deg", opacity: 0.8, offset: 0.65 },
      { translate: "0px 0.2px", scale: "0.45", rotate: "4deg", opacity: 0 },
    ],
  ],
};

/** Where an element of a drawing is placed. @param {Element} element @returns {Point} */
export function positionOf(element) {
  const found = /translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/.exec(element.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/** @param {Point} a @param {Point} b */
const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** A custom property of a piece's style. @param {Element} piece @param {string} property */
const styleOf = (piece, property) => getComputedStyle(piece).getPropertyValue(`--${property}`).trim();

/** @typedef {{ piece: HTMLElement, at: Point, moving: boolean }} Placed a piece and where it is */

/** What a drawing shows at this moment, to be compared with the next one. */
export class Snapshot {
  /** @param {HTMLElement} host */
  constructor(host) {
    const gliding = host.getAnimations({ subtree: true }).length > 0 || host.querySelector(".is-put-down") !== null;
    /** @type {Map<string, Placed>} */
    this.pieces = new Map();
    for (const piece of /** @type {Iterable<HTMLElement>} */ (host.querySelectorAll(".piece[data-id]"))) {
      const [x, y] = positionOf(piece);
      const [dx, dy] = gliding ? offsetOf(piece) : [0, 0];
      this.pieces.set(piece.dataset.id ?? "", { piece, at: [x + dx, y + dy], moving: dx !== 0 || dy !== 0 });
    }
    const spaces = /** @type {HTMLElement[]} */ ([...host.querySelectorAll(".space")]);
    this.spaces = new Map(spaces.map((space) => [space.dataset.id, positionOf(space)]));
    const ways = /** @type {HTMLElement[]} */ ([...host.querySelectorAll(".mark[data-way]")]);
    this.ways = ways.map(({ dataset }) => pointsOf(dataset.way ?? ""));
    this.marks = new Set([...host.querySelectorAll(".marks > .mark")].map((mark) => mark.outerHTML));
  }

  /** The middle of the space that a piece stands on. @param {HTMLElement} piece */
  middle(piece) {
    return this.spaces.get(piece.dataset.space) ?? null;
  }
}

/** The points of a way, written `x,y x,y`. @param {string} way @returns {Point[]} */
const pointsOf = (way) => way.split(" ").map((point) => /** @type {Point} */ (point.split(",").map(Number)));

/** How far a piece is from its place while it glides. @param {Element} piece @returns {Point} */
function offsetOf(piece) {
  const found = /(-?[\d.e-]+)px(?: (-?[\d.e-]+)px)?/.exec(getComputedStyle(piece).translate);
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : [0, 0];
}

/**
 * The points of the first way that leads from one point to another, without these two; null where
 * none does.
 *
 * @param {Point[][]} ways
 * @param {Point} from
 * @param {Point} to
 */
export function pointsBetween(ways, from, to) {
  for (const way of ways) {
    const end = way.findLastIndex((point) => distance(point, to) < NEAR);
    const start = way.slice(0, Math.max(end, 0)).findLastIndex((point) => distance(point, from) < NEAR);
    if (start >= 0 && end > start) return way.slice(start + 1, end);
  }
  return null;
}

/**
 * Animate what `host` shows now from where it was. Returns the sounds that belong to it, each with
 * its delay in milliseconds.
 *
 * @param {Snapshot} before
 * @param {HTMLElement} host
 */
export function animateFrom(before, host) {
  const after = new Snapshot(host);
  /** @type {Map<string, number>} */
  const heard = new Map();
  if (!before.pieces.size) return heard;
  /** @param {string | null} name @param {number} delay */
  const hear = (name, delay) => {
    if (name && !SILENT.includes(name) && !((heard.get(name) ?? Infinity) <= delay)) heard.set(name, delay);
  };
  /** @type {[HTMLElement, string][]} */
  const comes = [];
  let arrives = 0; // ms until the last piece that goes somewhere is there
  for (const [id, { piece, at }] of after.pieces) {
    const old = before.pieces.get(id);
    before.pieces.delete(id);
    if (!old) comes.push([piece, "enter"]);
    else {
      if (old.piece.getAttribute("class") !== piece.getAttribute("class")) comes.push([piece, "become"]);
      const isPutDown = old.piece.classList.contains("is-put-down");
      if (isPutDown && distance(old.at, at) < NEAR) hear(styleOf(piece, "glide"), 0);
      if (distance(old.at, at) < (isPutDown ? NEAR : 0.001)) continue;
      const time = glide(piece, wayOf(before, after, old, piece, at), at);
      if (old.piece.dataset.space === piece.dataset.space) continue;
      arrives = Math.max(arrives, time);
      hear(styleOf(piece, "glide"), 0);
    }
  }
  for (const [piece, how] of comes) {
    const name = styleOf(piece, how);
    const motion = ENTERING[name];
    if (!motion) continue;
    const delay = name === "sunk" ? arrives * 0.9 : arrives * 0.4;
    enter(piece, name, motion, delay);
    hear(name, delay);
  }
  const there = arrives;
  for (const { piece } of before.pieces.values()) {
    const [name, away] = leave(host, piece, before, after, there * 0.4);
    hear(name, away ? 0 : there * 0.4);
    if (away) arrives = Math.max(arrives, AWAY_MS * 0.7);
  }
  if (arrives && !prefersStill()) delayMarks(host, before, arrives);
  return heard;
}

/**
 * Let the marks of a move wait until it is made.
 *
 * @param {HTMLElement} host
 * @param {Snapshot} before
 * @param {number} arrives
 */
function delayMarks(host, before, arrives) {
  for (const mark of host.querySelectorAll(".marks > .mark")) {
    if (before.marks.has(mark.outerHTML)) continue;
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, {}], { duration: arrives + 160, fill: "backwards" });
  }
}

/**
 * The points a piece goes through, from where it was to where it is.
 *
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Placed} old
 * @param {HTMLElement} piece
 * @param {Point} at
 * @returns {Point[]}
 */
function wayOf(before, after, old, piece, at) {
  const [from, to] = [before.middle(old.piece), after.middle(piece)];
  /** @type {Point[]} */
  let via = [];
  if (from && to && !old.moving) {
    const back = before.ways.map((points) => [...points].reverse()); // a move that was taken back
    via = pointsBetween(after.ways, from, to) ?? pointsBetween(back, from, to) ?? [];
  }
  const [dx, dy] = to ? [at[0] - to[0], at[1] - to[1]] : [0, 0]; // it need not stand in the middle
  return [old.at, ...via.map(([x, y]) => /** @type {Point} */ ([x + dx, y + dy])), at];
}

/**
 * Let a piece go through points. Returns how many milliseconds that takes.
 *
 * @param {HTMLElement} piece
 * @param {Point[]} points
 * @param {Point} place
 */
function glide(piece, points, [x, y]) {
  const steps = points.slice(1).map((point, i) => distance(points[i], point));
  const length = steps.reduce((sum, step) => sum + step, 0);
  const duration = Math.min(240 + 105 * length, 1100);
  if (prefersStill()) return duration;
  let gone = 0;
  const frames = points.map(([px, py], i) => {
    gone += i ? steps[i - 1] : 0;
    return { translate: `${px - x}px ${py - y}px`, offset: i === points.length - 1 ? 1 : gone / length };
  });
  piece.animate(frames, { duration, easing: SMOOTH });
  return duration;
}

/**
 * @param {HTMLElement} piece
 * @param {string} name
 * @param {Motion} motion
 * @param {number} delay
 */
function enter(piece, name, [duration, frames], delay) {
  if (prefersStill()) return;
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration, delay, fill: "backwards", easing: "ease-out" };
  piece.firstElementChild?.animate(frames, timing);
  if (name === "sunk") piece.animate([{ opacity: 1 }, { opacity: getComputedStyle(piece).opacity }], timing);
}

/**
 * Let a piece go that is not there any more. Returns its sound, and whether it goes off the board.
 *
 * @param {HTMLElement} host
 * @param {HTMLElement} piece
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {number} delay
 * @returns {[string | null, boolean]}
 */
function leave(host, piece, before, after, delay) {
  const layer = host.querySelector("g.pieces");
  if (!layer) return [null, false];
  layer.append(piece); // its style needs a place in the drawing
  const name = styleOf(piece, "leave");
  const from = before.middle(piece);
  const away = from && styleOf(piece, "away") ? after.ways.find(([first]) => distance(first, from) < NEAR) : null;
  const heard = away ? styleOf(piece, "glide") : name;
  if (prefersStill()) {
    piece.remove();
    return [heard, Boolean(away)];
  }
  piece.removeAttribute("data-id");
  piece.removeAttribute("data-space");
  const remove = () => piece.remove();
  if (from && away) {
    const [x, y] = from;
    const path = away.map(([px, py]) => ({ translate: `${px - x}px ${py - y}px` }));
    piece.animate(path, { duration: AWAY_MS, fill: "both", easing: "ease-in-out" });
    const fade = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }];
    piece.animate(fade, { duration: AWAY_MS, fill: "both" }).finished.then(remove, remove);
    return [heard, true];
  }
  const [duration, frames] = LEAVING[name] ?? LEAVING.fade;
  const inner = piece.firstElementChild ?? piece;
  inner.animate(frames, { delay, fill: "both", easing: "ease-in", duration }).finished.then(remove, remove);
  return [heard, false];
}
