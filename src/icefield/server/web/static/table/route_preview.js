// What lies ahead of a decision: routes of several moves with their price, and what the last touch of
// a move would do. The server works both out; here they are laid over the board and told.

import { byId, el, parseDrawing, part } from "../shared/dom.js";
import { get, serverError } from "../shared/http.js";
import { announce } from "../shared/notices.js";
import { capitalized, t } from "../shared/translations.js";

/** @typedef {import("../shared/touch_path.js").TouchPath} TouchPath */

/**
 * @typedef {object} PreviewedTable
 * @property {TouchPath} path
 * @property {boolean} isStill whether nothing can be decided now
 * @property {(space: string) => string} label what a space is called
 * @property {(route: Payload.Route) => unknown} follow
 */

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
    this.watch(byId("board"), ".space");
    this.watch(byId("controls"), "button[data-id]");
  }

  /** @param {HTMLElement} host @param {string} selector */
  watch(host, selector) {
    /** @param {Event} event */
    const idAt = ({ target }) =>
      target instanceof Element ? (target.closest(selector)?.getAttribute("data-id") ?? null) : null;
    host.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.look(idAt(event));
    });
    host.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.look(null);
    });
    host.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        this.look(idAt(event), { aloud: true });
    });
    host.addEventListener("focusout", () => this.look(null));
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
