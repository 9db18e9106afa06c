// What lies ahead of a decision: routes of several moves with their price, and what the last touch of
// a move would do. The server works both out; here they are laid over the board and told.

import { placeOf, setLayer } from "../shared/board/overlay.js";
import { byId, el, parseDrawing, part, svgEl } from "../shared/dom.js";
import { get, serverError } from "../shared/http.js";
import { announce } from "../shared/notices.js";
import { capitalized, t } from "../shared/translations.js";

/** @typedef {import("../shared/board/touch_path.js").TouchPath} TouchPath */

/**
 * @typedef {object} PreviewedTable
 * @property {TouchPath} path
 * @property {boolean} isStill whether nothing can be decided now
 * @property {(space: string) => string} label what a space is called
 * @property {(route: Payload.Route) => unknown} follow
 */

const REST_PX = 3; // a hand on a mouse is not still
const PRICE = 0.165; // board units: the height of the letters
const LARGE_PRICE = 0.25; // on a phone
const LINE_LETTERS = 9;
const PRICE_LAYER = "price-marks";
const REST_MS = 70; // that a pointer rests on something before it is asked about

/** @param {string[]} a @param {string[]} b */
const isSame = (a, b) => a.length === b.length && a.every((id, i) => id === b[i]);

/**
 * The routes that lead on from a path, by where they end; where a single touch leads is not among
 * them.
 *
 * @param {Payload.Route[]} routes
 * @param {TouchPath} path
 */
export function routesFrom(routes, path) {
  /** @type {Map<string, Payload.Route>} */
  const found = new Map();
  if (!routes.length) return found;
  const touches = new Map(path.moves.map((move) => [move.move, move.touches]));
  const { next } = path;
  for (const route of routes) {
    const first = touches.get(route.moves[0]);
    if (!first || next.has(route.end)) continue;
    const begun = first[0] === route.start ? [route.start] : [];
    if (isSame(begun, path.touched)) found.set(route.end, route);
  }
  return found;
}

/**
 * A price in a space, below the dot; on a phone it is large enough to read, on two lines where it is
 * long.
 *
 * @param {string} space
 * @param {string} label
 * @param {boolean} isLarge
 */
function priceTag(space, label, isLarge) {
  const size = isLarge ? LARGE_PRICE : PRICE;
  const lines = isLarge ? inTwo(label) : [label];
  const width = 0.1 + 0.533 * size * Math.max(...lines.map(({ length }) => length));
  const height = size * (1.1 * lines.length + 0.1);
  return svgEl(
    "g",
    { class: "price", transform: placeOf(space) ?? "", "font-size": size },
    svgEl("rect", { x: -width / 2, y: 0.06, width, height, rx: 0.07 }),
    ...lines.map((line, i) => svgEl("text", { y: 0.06 + size * (0.95 + 1.1 * i), "text-anchor": "middle" }, line)),
  );
}

/** A label, broken near its middle where it is long. @param {string} label */
function inTwo(label) {
  const words = label.split(" ");
  if (label.length <= LINE_LETTERS || words.length < 2) return [label];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

export class RoutePreview {
  /**
   * @param {string} id of the table
   * @param {PreviewedTable} table
   */
  constructor(id, table) {
    this.id = id;
    this.table = table;
    /** @type {Payload.Route[]} */
    this.routes = [];
    /** @type {Map<string, Promise<Payload.Preview | null>>} */
    this.previews = new Map();
    this.decision = 0;
    /** @type {string | null} the seat and decision they are about */
    this.key = null;
    this.asked = 0; // an answer to an older question comes too late
    /** @type {Payload.Route | null} the route that waits for a second press */
    this.offered = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {[x: number, y: number] | null} where the pointer was when it last acted */
    this.pointerAt = null;
    for (const type of /** @type {const} */ (["pointerdown", "pointerup"])) {
      window.addEventListener(type, ({ clientX, clientY }) => {
        this.pointerAt = [clientX, clientY];
      });
    }
    this.watch(byId("board"), ".space");
    this.watch(byId("controls"), "button[data-id]");
  }

  /** Whether the pointer rests where it was pressed: what appears under it was not pointed at. @param {PointerEvent} event */
  isAtRest({ clientX, clientY }) {
    return this.pointerAt !== null && Math.hypot(clientX - this.pointerAt[0], clientY - this.pointerAt[1]) < REST_PX;
  }

  /** @param {HTMLElement} host @param {string} selector */
  watch(host, selector) {
    /** @param {Event} event */
    const idAt = ({ target }) =>
      target instanceof Element ? (target.closest(selector)?.getAttribute("data-id") ?? null) : null;
    /** @type {string | null} what the pointer is over, as soon as it moves */
    let waiting = null;
    host.addEventListener("pointerover", (event) => {
      if (!this.key || event.pointerType === "touch") return;
      waiting = this.isAtRest(event) ? idAt(event) : null;
      if (waiting === null) this.look(idAt(event));
    });
    host.addEventListener("pointermove", (event) => {
      if (waiting === null || event.pointerType === "touch" || this.isAtRest(event)) return;
      this.look(waiting);
      waiting = null;
    });
    host.addEventListener("pointerleave", (event) => {
      if (this.key && event.pointerType !== "touch") this.look(null);
    });
    host.addEventListener("focusin", (event) => {
      if (this.key && event.target instanceof Element && event.target.matches(":focus-visible"))
        this.look(idAt(event), { aloud: true });
    });
    host.addEventListener("focusout", () => this.key && this.look(null));
  }

  /** A state is shown; `routes` is null where nothing of this can be asked for. @param {Payload.TableState | null} state */
  show(state) {
    const key = state?.routes ? `${state.seat}:${state.decision}` : null;
    this.clear();
    if (key === this.key) return;
    this.key = key;
    this.decision = state?.decision ?? 0;
    this.routes = state?.routes ?? [];
    this.previews = new Map();
  }

  /** The routes that lead on from what has been touched, by where they end. */
  get open() {
    return routesFrom(this.routes, this.table.path);
  }

  /** Show what each place costs that can be gone to from what has been touched. */
  showPrices() {
    const { path } = this.table;
    if (!this.routes.length) return;
    const from = path.last ?? (path.moves.length === 1 ? null : (path.moves.find(({ start }) => start)?.start ?? null));
    const shown = this.routes.filter(({ start, end, paid, moves }) => {
      const direct = path.open.some(({ move, touches }) => move === moves[0] && touches.at(-1) === end);
      return paid && start === from && (direct || this.open.has(end));
    });
    const isLarge = byId("board").classList.contains("is-large");
    setLayer(
      PRICE_LAYER,
      shown.map(({ end, label }) => priceTag(end, label, isLarge)),
      { onTop: isLarge },
    );
  }

  /**
   * Take a press for a route, if one leads there: a finger sees it first and presses again. Returns
   * whether there is one.
   *
   * @param {string} id
   * @param {string} pointer
   */
  press(id, pointer) {
    const route = this.open.get(id);
    const seen = this.offered;
    this.clear();
    if (!route) return false;
    if (pointer !== "touch" || seen === route) this.table.follow(route);
    else this.offer(route);
    return true;
  }

  /** @param {Payload.Route} route */
  offer(route) {
    this.draw(route.marks);
    this.offered = route;
    const words = this.words(route);
    const go = el("button", { class: "button primary small", id: "ahead-go" }, t("route.go"));
    go.addEventListener("click", () => this.table.follow(route));
    this.say(t("route", words), go);
    announce(t("route.again", words));
  }

  /** @param {Payload.Route} route */
  words(route) {
    return { space: this.table.label(route.end).split(/[,:]/)[0], label: route.label };
  }

  // -- previews ----------------------------------------------------------------------------------

  /**
   * Show what a touch would lead to, after a moment; null shows nothing.
   *
   * @param {string | null} id
   * @param {{ aloud?: boolean }} [options]
   */
  look(id, { aloud = false } = {}) {
    if (this.offered && id === null) return; // it stays until it is decided about
    this.clear();
    if (id && this.key && !this.table.isStill) this.resting = setTimeout(() => this.lookNow(id, aloud), REST_MS);
  }

  /** @param {string} id @param {boolean} aloud */
  async lookNow(id, aloud) {
    const route = this.open.get(id);
    if (route) return this.tell(route.marks, t("route", this.words(route)), aloud);
    const [move] = this.table.path.completedBy(id);
    if (!move) return;
    const { asked } = this;
    const found = await this.preview(move.move);
    if (found && this.asked === asked) this.tell(found.marks, capitalized(found.text), aloud);
  }

  /** What a move would do, asked for once. @param {string} move */
  preview(move) {
    const known = this.previews.get(move);
    if (known) return known;
    const asked = get("/api/tables/{id}/preview", { id: this.id, decision: this.decision, move }).catch((error) => {
      serverError(error); // a preview that is missing is no harm
      return null;
    });
    this.previews.set(move, asked);
    return asked;
  }

  /** @param {string} marks @param {string} text @param {boolean} aloud */
  tell(marks, text, aloud) {
    this.draw(marks);
    this.say(text);
    if (aloud) announce(text);
  }

  /** @param {string} text @param {HTMLElement[]} more */
  say(text, ...more) {
    byId("ahead").replaceChildren(el("span", {}, text), ...more);
    byId("ahead").hidden = false;
  }

  /** @param {string | null} marks */
  draw(marks) {
    const drawing = byId("board").querySelector("svg");
    drawing?.querySelector(".ahead-marks")?.remove();
    const layer = drawing && marks ? parseDrawing(marks).firstElementChild : null;
    if (!layer || !drawing) return;
    layer.classList.add("ahead-marks");
    drawing.insertBefore(layer, part(drawing, "g.spaces"));
  }

  clear() {
    this.asked += 1;
    this.offered = null;
    clearTimeout(this.resting);
    this.draw(null);
    byId("ahead").hidden = true;
  }
}
