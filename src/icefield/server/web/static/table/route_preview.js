// What lies ahead of a decision: ways of several moves with their price, and what the last touch of
// a move would do. The server works both out; here they are laid over the board and told.

import { Refused, get } from "../shared/http.js";
import { announce, el, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const REST = 70; // ms that a pointer rests on something before it is asked about

const same = (a, b) => a.length === b.length && a.every((id, i) => id === b[i]);

export class Ahead {
  /** `table` has `state`, `walk`, `board`, `still` (nothing can be decided now) and `follow(route)`. */
  constructor(api, table) {
    this.api = api;
    this.table = table;
    this.routes = [];
    this.previews = new Map();
    this.key = null; // which decision of which seat they are about
    this.asked = 0; // what is told of an older look comes too late
    this.offered = null; // the route that waits for a second press
    this.watch($("board"), ".space");
    this.watch($("controls"), "button[data-id]");
  }

  watch(host, selector) {
    const id = (event) => event.target.closest?.(selector)?.dataset.id ?? null;
    host.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.look(id(event));
    });
    host.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.look(null);
    });
    host.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.look(id(event), { aloud: true });
    });
    host.addEventListener("focusout", () => this.look(null));
  }

  // -- asking ------------------------------------------------------------------------------------

  /** A state is shown. `routes` is null where nothing of this can be asked for. */
  show({ seat, decision, routes = null }) {
    const key = routes ? `${seat}:${decision}` : null;
    this.clear();
    if (key === this.key) return;
    [this.key, this.routes, this.previews] = [key, routes ?? [], new Map()];
  }

  preview(move) {
    if (!this.previews.has(move)) {
      const query = new URLSearchParams({ decision: this.table.state.decision, move });
      const asked = get(`${this.api}/preview?${query}`).catch((error) => {
        if (!(error instanceof Refused)) throw error;
        return null;
      });
      this.previews.set(move, asked);
    }
    return this.previews.get(move);
  }

  // -- ways --------------------------------------------------------------------------------------

  /** The ways that lead on from what has been touched, by where they end; where a single touch
   * leads is not among them. */
  far(walk) {
    const found = new Map();
    if (!this.routes.length) return found;
    const touches = new Map(walk.moves.map((move) => [move.move, move.touches]));
    for (const route of this.routes) {
      const first = touches.get(route.moves[0]);
      const begun = first?.[0] === route.start ? [route.start] : [];
      const near = walk.next.has(route.end);
      if (first && !near && same(begun, walk.path)) found.set(route.end, route);
    }
    return found;
  }

  /** The way to press for: a finger sees it first and presses again. Null when there is none. */
  press(id, pointer) {
    const route = this.far(this.table.walk).get(id);
    if (!route) return null;
    if (pointer !== "touch" || this.offered === route) return { go: route };
    this.clear();
    this.draw(route.marks);
    this.offer(route);
    return { go: null };
  }

  offer(route) {
    this.offered = route;
    const space = this.table.board.name(route.end).split(/[,:]/)[0];
    const go = el("button", { class: "button primary small", id: "ahead-go" }, t("route.go"));
    go.addEventListener("click", () => this.table.follow(route));
    this.say(t("route", { space, label: route.label }), go);
    announce(t("route.again", { space, label: route.label }));
  }

  // -- showing -----------------------------------------------------------------------------------

  /** Show what a touch would lead to. */
  look(id, { aloud = false } = {}) {
    if (this.offered && id === null) return; // it stays until it is decided about
    this.clear();
    if (id && this.key && !this.table.still) this.resting = setTimeout(() => this.lookNow(id, aloud), REST);
  }

  async lookNow(id, aloud) {
    const { walk, board } = this.table;
    const route = this.far(walk).get(id);
    if (route) {
      const space = board.name(id).split(/[,:]/)[0];
      this.tell(route.marks, t("route", { space, label: route.label }), aloud);
      return;
    }
    const last = walk.path.length + 1;
    const move = walk.open.find(({ touches }) => touches.length === last && touches.at(-1) === id);
    if (!move) return;
    const { asked } = this;
    const found = await this.preview(move.move);
    if (found && this.asked === asked) this.tell(found.marks, capital(found.text), aloud);
  }

  tell(marks, text, aloud) {
    this.draw(marks);
    this.say(text);
    if (aloud) announce(text);
  }

  say(text, ...more) {
    $("ahead").replaceChildren(el("span", {}, text), ...more);
    $("ahead").hidden = false;
  }

  draw(marks) {
    const drawing = $("board").querySelector("svg");
    drawing?.querySelector(".ahead-marks")?.remove();
    if (!drawing || !marks) return;
    const layer = new DOMParser().parseFromString(marks, "image/svg+xml").documentElement.firstElementChild;
    layer.classList.add("ahead-marks");
    drawing.insertBefore(document.importNode(layer, true), drawing.querySelector("g.spaces"));
  }

  clear() {
    this.asked += 1;
    this.offered = null;
    clearTimeout(this.resting);
    this.draw(null);
    $("ahead").hidden = true;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
