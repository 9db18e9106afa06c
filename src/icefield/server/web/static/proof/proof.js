// A solved game to walk through. The page is made of links and works as such; this lets the board be
// touched, and follows links without loading everything anew, so that pieces glide. Knows no rules.

import { Attempts } from "../shared/single_flight.js";
import { Board } from "../shared/board_view.js";
import { highlight, lay } from "../shared/overlay.js";
import { Refused, post } from "../shared/http.js";
import { follow } from "../table/panel.js";
import { Walk, takeBack } from "../shared/touch_path.js";
import { announce, hush, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const PARTS = ["#said", "#deeds", "#panel", "#state", ".languages"]; // what differs from place to place

class Explorer {
  constructor() {
    this.attempts = new Attempts();
    this.board = new Board($("board"), { onTouch: (id) => this.touch(id), onCancel: () => this.cancel() });
    this.board.show(drawing(document), { glide: false });
    this.read();
    this.listen();
  }

  listen() {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("#explorer a[href]");
      if (!link || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (new URL(link.href).pathname !== location.pathname) return;
      event.preventDefault();
      this.attempts.make(() => this.go(link.href, link));
    });
    for (const kind of ["pointerover", "focusin"]) {
      $("explorer").addEventListener(kind, (event) => this.point(event.target.closest?.("a[data-move]")));
    }
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("popstate", () => this.attempts.make(() => this.go(location.href, null)));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, .space")) return;
    const wanted = { ArrowLeft: "previous", Home: "first" }[event.key];
    if (event.key === " " && event.target.id === "at-once") event.target.click();
    else if (wanted && $(wanted).href) $(wanted).click();
    else if (event.key === "Escape") return this.cancel();
    else return;
    event.preventDefault();
  }

  /** Take what the page says about the place it shows. */
  read() {
    this.place = JSON.parse($("state").textContent);
    this.walk = new Walk(this.place.touches);
    this.mark();
    const here = document.querySelector("#moves [aria-current]");
    if (here) follow($("moves"), here);
  }

  mark() {
    this.board.mark(this.walk.marks);
    this.point(null);
  }

  /** Show the way of a move on the board; without one that of the proven answer. */
  point(link) {
    const move = link && this.place.touches.find((each) => each.move === link.dataset.move);
    lay("way-marks", highlight(move ? move.touches : this.place.answer));
  }

  touch(id) {
    if (this.attempts.busy) return;
    const result = this.walk.touch(id);
    if (result.move) this.attempts.make(() => this.play(result.move.move));
    else if (result.refused) this.attempts.make(() => this.refuse(result.refused));
    else hush();
    this.mark();
    this.board.tell(result, id, this.walk.next);
  }

  cancel() {
    if (takeBack(this.walk)) this.mark();
  }

  play(move) {
    hush();
    const link = document.querySelector(`#deeds a[data-move="${CSS.escape(move)}"]`);
    return this.go(link.href, null);
  }

  async refuse(touches) {
    this.board.refuse(touches.at(-1));
    const { head, moves } = this.place;
    const refusal = await post("/api/analyse/why", { head, moves, touches });
    if (refusal) toast(refusal.sentence, refusal.rule);
    this.walk.cancel();
    this.mark();
  }

  /** Go to an address. Whoever followed a link that is gone then goes on at what took its place. */
  async go(address, link) {
    let response;
    let text;
    try {
      response = await fetch(address, { credentials: "same-origin" });
      text = await response.text();
    } catch {
      throw new Refused({ code: "offline", sentence: t("offline") });
    }
    if (!response.ok) return void location.assign(address); // the page that says what is wrong
    const page = new DOMParser().parseFromString(text, "text/html");
    if (response.url !== location.href) history.pushState(null, "", response.url);
    const kept = link && document.activeElement === link ? `#${link.id || "none"}` : null;
    for (const part of PARTS) document.querySelector(part)?.replaceWith(document.adoptNode(page.querySelector(part)));
    this.board.show(drawing(page));
    this.read();
    if (kept) this.focus(kept);
    const made = document.querySelector("#moves [aria-current]")?.ariaLabel;
    const told = [...document.querySelectorAll("#verdict p, #caption:not([hidden])")].map((each) => each.textContent);
    announce([...(made ? [`${made}.`] : []), ...told].join(" "));
  }

  focus(kept) {
    const next = document.querySelector(`${kept}[href]`) ?? document.querySelector("#answer, .reply, #again, #return, .other, #previous");
    next?.focus({ preventScroll: true });
  }
}

/** The drawing of the board on a page, as text. */
function drawing(page) {
  return new XMLSerializer().serializeToString(page.querySelector("#board svg"));
}

new Explorer();
