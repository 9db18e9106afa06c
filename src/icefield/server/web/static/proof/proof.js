// A solved game to walk through. The page is made of links and works as such; this lets the board be
// touched, and follows links without loading the whole page anew, so that pieces glide. Knows no rules.

import { BoardController } from "../shared/board/board_controller.js";
import { highlight, setLayer } from "../shared/board/overlay.js";
import { around, byId, drawingText, pageData, part, scrollToEntry } from "../shared/dom.js";
import { post, ServerError } from "../shared/http.js";
import { announce, hideToast, showToast } from "../shared/notices.js";
import { SingleFlight } from "../shared/single_flight.js";
import { t } from "../shared/translations.js";

const PARTS = ["#said", "#deeds", "#panel", "#state", ".languages"]; // what differs from place to place
const STEPS = new Map([
  ["ArrowLeft", "previous"],
  ["ArrowRight", "following"],
  ["Home", "first"],
  ["End", "last"],
]);

class ProofBrowser {
  constructor() {
    this.flight = new SingleFlight();
    this.board = new BoardController({
      onTouch: () => this.flight.busy,
      onMove: ({ move }) => this.flight.run(() => this.play(move)),
      onRefused: (touches) => this.flight.run(() => this.explain(touches)),
      onMarked: () => this.point(null),
    });
    /** @type {Payload.ProofPlace} */
    this.place = pageData("state");
    this.showPlace(this.board.view.embedded, { glide: false });
    this.listen();
  }

  listen() {
    document.addEventListener("click", (event) => {
      const followed = /** @type {HTMLAnchorElement | null} */ (around(event, "#explorer a[href]"));
      if (!followed || event.button || hasModifiers(event)) return;
      if (new URL(followed.href).pathname !== location.pathname) return;
      event.preventDefault();
      this.flight.run(() => this.go(followed.href, followed));
    });
    for (const kind of ["pointerover", "focusin"]) {
      byId("explorer").addEventListener(kind, (event) => this.point(around(event, "a[data-move]")));
    }
    document.addEventListener("keydown", (event) => this.onKey(event));
    window.addEventListener("popstate", () => this.flight.run(() => this.go(location.href, null)));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (hasModifiers(event) || around(event, "input, select, .space")) return;
    const wanted = /** @type {HTMLAnchorElement | null} */ (document.getElementById(STEPS.get(event.key) ?? "none"));
    if (event.key === " " && around(event, "#at-once")) byId("at-once").click();
    else if (wanted?.href) wanted.click();
    else return;
    event.preventDefault();
  }

  /**
   * Show the place that the page is about.
   *
   * @param {string} svg
   * @param {{ glide?: boolean }} [options]
   */
  showPlace(svg, { glide = true } = {}) {
    this.place = pageData("state");
    this.board.show({ svg, touches: this.place.touches }, { glide });
    const here = document.querySelector("#moves [aria-current]");
    if (here) scrollToEntry(byId("moves"), here);
  }

  /** Show the way of a link's move on the board; without one that of the proven answer. @param {HTMLElement | null} followed */
  point(followed) {
    const move = followed && this.place.touches.find((each) => each.move === followed.dataset.move);
    setLayer("way-marks", highlight(move ? move.touches : this.place.answer));
  }

  /** @param {string} move */
  play(move) {
    hideToast();
    const followed = /** @type {HTMLAnchorElement} */ (part(byId("deeds"), `a[data-move="${CSS.escape(move)}"]`));
    return this.go(followed.href, null);
  }

  /** @param {string[]} touches */
  async explain(touches) {
    const { head, moves } = this.place;
    const refusal = await post("/api/analyse/why", {}, { head, moves, touches });
    if (refusal) showToast(refusal.sentence, refusal.rule);
    this.board.path.cancel();
    this.board.mark();
  }

  /**
   * Go to an address. The focus on a link that is gone then goes to what took its place.
   *
   * @param {string} address
   * @param {HTMLAnchorElement | null} followed
   */
  async go(address, followed) {
    let response;
    let text;
    try {
      response = await fetch(address, { credentials: "same-origin" });
      text = await response.text();
    } catch {
      throw new ServerError({ code: "offline", sentence: t("offline") });
    }
    if (!response.ok) return void location.assign(address); // the page that says what is wrong
    const page = new DOMParser().parseFromString(text, "text/html");
    if (response.url !== location.href) history.pushState(null, "", response.url);
    const kept = followed && document.activeElement === followed ? `#${followed.id || "none"}` : null;
    for (const each of PARTS) document.querySelector(each)?.replaceWith(document.adoptNode(part(page, each)));
    this.showPlace(drawingText(part(page, "#board")));
    if (kept) this.focus(kept);
    const made = document.querySelector("#moves [aria-current]")?.ariaLabel;
    const said = [...document.querySelectorAll("#verdict p, #caption:not([hidden])")].map((each) => each.textContent);
    announce([...(made ? [`${made}.`] : []), ...said].join(" "));
  }

  /** @param {string} kept */
  focus(kept) {
    const next =
      document.querySelector(`${kept}[href]`) ??
      document.querySelector("#answer, .reply, #again, #return, .other, #previous");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

/** @param {MouseEvent | KeyboardEvent} event */
const hasModifiers = (event) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

new ProofBrowser();
