// Lets a board move from one drawing to the next. Which motion a thing has is said by the style sheet
// of the drawings (render/motion.css), where it goes by the marks of the last move (`data-way`); so
// nothing here knows a game. Nothing here delays anything: what may be touched is there at once.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const SMOOTH = "cubic-bezier(.35, 0, .2, 1)";
const NEAR = 0.06; // two points that are one, in board units
const AWAY = 900; // milliseconds that something needs to leave the board
const SILENT = ["none", "fade"];

/** How things come, go and change: what happens around their own middle, in board units. */
const MOTIONS = {
  fade: [260, [{ opacity: 0 }, { opacity: 1 }]],
  crack: [440, [
    { scale: "0.1", rotate: "-30deg", opacity: 0 },
    { scale: "0.55", rotate: "9deg", opacity: 1, offset: 0.35 },
    { scale: "0.72", rotate: "-5deg", offset: 0.6 },
    { scale: "1.08", rotate: "0deg", offset: 0.82 },
    { scale: "1", opacity: 1 },
  ]],
  drop: [340, [
    { translate: "0px -0.4px", scale: "1.22", opacity: 0 },
    { translate: "0px 0.02px", scale: "0.96", opacity: 1, offset: 0.7 },
    { translate: "0px 0px", scale: "1", opacity: 1 },
  ]],
  lay: [380, [{ scale: "1.35", opacity: 0 }, { scale: "0.95", opacity: 1, offset: 0.7 }, { scale: "1", opacity: 1 }]],
  rise: [460, [
    { translate: "0px 0.3px", scale: "0.3", opacity: 0 },
    { translate: "0px -0.08px", scale: "1.15", opacity: 1, offset: 0.65 },
    { translate: "0px 0px", scale: "1", opacity: 1 },
  ]],
  reveal: [340, [{ scale: "0 1" }, { scale: "1.06 1", offset: 0.8 }, { scale: "1 1" }]],
  sunk: [820, [
    { scale: "1.04", rotate: "0deg" },
    { scale: "1", rotate: "6deg", offset: 0.25 },
    { scale: "0.94", rotate: "-5deg", offset: 0.55 },
    { scale: "0.97", rotate: "2deg", offset: 0.8 },
    { scale: "1", rotate: "0deg" },
  ]],
};
const LEAVING = {
  fade: [280, [{ opacity: 1 }, { opacity: 0 }]],
  heal: [300, [{ scale: "1", opacity: 1 }, { scale: "0.2", opacity: 0 }]],
  lift: [300, [{ translate: "0px 0px", scale: "1", opacity: 1 }, { translate: "0px -0.35px", scale: "1.2", opacity: 0 }]],
  sink: [720, [
    { translate: "0px 0px", scale: "1", rotate: "0deg", opacity: 1 },
    { translate: "0px 0.03px", scale: "0.95", rotate: "9deg", opacity: 1, offset: 0.3 },
    { translate: "0px 0.12px", scale: "0.75", rotate: "-8deg", opacity: 0.8, offset: 0.65 },
    { translate: "0px 0.2px", scale: "0.45", rotate: "4deg", opacity: 0 },
  ]],
};

/** Where an element of a drawing is placed. */
export function place(element) {
  const found = /translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/.exec(element.getAttribute("transform"));
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

const apart = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
const look = (piece, property) => getComputedStyle(piece).getPropertyValue(`--${property}`).trim();

/** What a drawing shows at this moment, to be compared with the next one. */
export class Moment {
  constructor(host) {
    const gliding = host.getAnimations?.({ subtree: true }).length > 0;
    this.pieces = new Map();
    for (const piece of host.querySelectorAll(".piece[data-id]")) {
      const at = place(piece);
      const off = gliding ? offset(piece) : [0, 0];
      this.pieces.set(piece.dataset.id, { piece, at: [at[0] + off[0], at[1] + off[1]], under: off.some(Boolean) });
    }
    this.spaces = new Map([...host.querySelectorAll(".space")].map((space) => [space.dataset.id, place(space)]));
    this.ways = [...host.querySelectorAll(".mark[data-way]")].map(({ dataset }) =>
      dataset.way.split(" ").map((point) => point.split(",").map(Number)),
    );
    this.marks = new Set([...host.querySelectorAll(".marks > .mark")].map((mark) => mark.outerHTML));
  }

  /** The middle of the space that a piece stands on. */
  middle(piece) {
    return this.spaces.get(piece.dataset.space) ?? null;
  }
}

/** How far a piece is from its place while it glides. */
function offset(piece) {
  const found = /(-?[\d.e-]+)px(?: (-?[\d.e-]+)px)?/.exec(getComputedStyle(piece).translate);
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : [0, 0];
}

/** The points between two that a way goes through, or null when none leads from one to the other. */
function between(ways, from, to) {
  for (const way of ways) {
    const end = way.findLastIndex((point) => apart(point, to) < NEAR);
    const start = way.slice(0, Math.max(end, 0)).findLastIndex((point) => apart(point, from) < NEAR);
    if (start >= 0 && end > start) return way.slice(start + 1, end);
  }
  return null;
}

/** Move what `host` shows now from where it was; tells what is heard (`icefield-motion`). */
export function move(before, host) {
  const after = new Moment(host);
  if (!before.pieces.size) return;
  const heard = new Map(); // what is heard, and after how many milliseconds
  const hear = (name, delay) => {
    if (name && !SILENT.includes(name) && !(heard.get(name) <= delay)) heard.set(name, delay);
  };
  const comes = [];
  let arrives = 0; // when the last one that goes somewhere is there
  for (const [id, { piece, at }] of after.pieces) {
    const old = before.pieces.get(id);
    before.pieces.delete(id);
    if (!old) comes.push([piece, "enter"]);
    else {
      if (old.piece.getAttribute("class") !== piece.getAttribute("class")) comes.push([piece, "become"]);
      if (apart(old.at, at) < 0.001) continue;
      const time = glide(piece, way(before, after, old, piece, at), at);
      if (old.piece.dataset.space === piece.dataset.space) continue;
      arrives = Math.max(arrives, time);
      hear(look(piece, "glide"), 0);
    }
  }
  for (const [piece, how] of comes) {
    const name = look(piece, how);
    if (!(name in MOTIONS)) continue;
    const delay = name === "sunk" ? arrives * 0.9 : arrives * 0.4;
    enter(piece, name, delay);
    hear(name, delay);
  }
  const there = arrives;
  for (const { piece } of before.pieces.values()) {
    const [name, away] = leave(host, piece, before, after, there * 0.4);
    hear(name, away ? 0 : there * 0.4);
    if (away) arrives = Math.max(arrives, AWAY * 0.7);
  }
  if (arrives && !still.matches) tell(host, before, arrives);
  if (heard.size) document.dispatchEvent(new CustomEvent("icefield-motion", { detail: heard }));
}

/** Let the marks of a move wait until it is made. */
function tell(host, before, arrives) {
  for (const mark of host.querySelectorAll(".marks > .mark")) {
    if (before.marks.has(mark.outerHTML)) continue;
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, {}], { duration: arrives + 160, fill: "backwards" });
  }
}

/** The points a piece goes through, from where it was to where it is. */
function way(before, after, old, piece, at) {
  const [from, to] = [before.middle(old.piece), after.middle(piece)];
  let via = [];
  if (from && to && !old.under) {
    const back = before.ways.map((points) => [...points].reverse()); // a move that was taken back
    via = between(after.ways, from, to) ?? between(back, from, to) ?? [];
  }
  const [dx, dy] = to ? [at[0] - to[0], at[1] - to[1]] : [0, 0]; // it need not stand in the middle
  return [old.at, ...via.map(([x, y]) => [x + dx, y + dy]), at];
}

/** Let a piece go through points; answers how many milliseconds that takes. */
function glide(piece, points, [x, y]) {
  const steps = points.slice(1).map((point, i) => apart(points[i], point));
  const far = steps.reduce((sum, step) => sum + step, 0);
  const duration = Math.min(240 + 105 * far, 1100);
  if (still.matches) return duration;
  let gone = 0;
  const frames = points.map(([px, py], i) => {
    gone += i ? steps[i - 1] : 0;
    return { translate: `${px - x}px ${py - y}px`, offset: i === points.length - 1 ? 1 : gone / far };
  });
  piece.animate(frames, { duration, easing: SMOOTH });
  return duration;
}

function enter(piece, name, delay) {
  if (still.matches) return;
  const [duration, frames] = MOTIONS[name];
  const timing = { duration, delay, fill: "backwards", easing: "ease-out" };
  piece.firstElementChild?.animate(frames, timing);
  if (name === "sunk") piece.animate([{ opacity: 1 }, { opacity: getComputedStyle(piece).opacity }], timing);
}

/** Let something go that is not there any more; answers what is heard, and whether it went off. */
function leave(host, piece, before, after, delay) {
  const layer = host.querySelector("g.pieces");
  if (!layer) return [null, false];
  layer.append(piece); // its look needs a place in the drawing
  const name = look(piece, "leave");
  const from = before.middle(piece);
  const away = from && look(piece, "away") ? after.ways.find((points) => apart(points[0], from) < NEAR) : null;
  const heard = away ? look(piece, "glide") : name;
  if (still.matches) {
    piece.remove();
    return [heard, Boolean(away)];
  }
  piece.removeAttribute("data-id");
  piece.removeAttribute("data-space");
  const timing = { delay, fill: "both", easing: "ease-in" };
  const [duration, frames] = LEAVING[name] ?? LEAVING.fade;
  if (away) {
    const [x, y] = from;
    const path = away.map(([px, py]) => ({ translate: `${px - x}px ${py - y}px` }));
    piece.animate(path, { duration: AWAY, fill: "both", easing: "ease-in-out" });
    piece.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], { duration: AWAY, fill: "both" })
      .finished.then(() => piece.remove(), () => piece.remove());
    return [heard, true];
  }
  const inner = piece.firstElementChild ?? piece;
  inner.animate(frames, { ...timing, duration }).finished.then(() => piece.remove(), () => piece.remove());
  return [heard, false];
}
