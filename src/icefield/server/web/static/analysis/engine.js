// The engine beside the board: asked once by a button or, while its switch is on, about every position
// that the viewer stays at. The switch is remembered.

import { moveArrow, setLayer } from "../shared/board/overlay.js";
import { byId, onClick } from "../shared/dom.js";
import { postUntil, retryWhileLate, serverError } from "../shared/http.js";
import { readText, writeText } from "../shared/storage.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {{ value: string, line: Payload.LineMove[] }} Value of a position */

const KEY = "icefield-engine";
const LAYER = "best-marks";
const STAY_MS = 350; // at a position before it is asked about
const BETWEEN_MS = 1000; // the least time between two questions of the switch

export class Engine {
  /**
   * @param {object} options
   * @param {(node: MoveNode) => Payload.Line} options.lineOf
   * @param {(node: MoveNode) => Value | null} options.knownValue what is known already
   * @param {(node: MoveNode) => unknown} options.onChange the engine has begun or ended to think
   * @param {(node: MoveNode) => unknown} options.onFound
   * @param {(error: unknown, node: MoveNode) => unknown} options.onFailed
   */
  constructor({ lineOf, knownValue, onChange, onFound, onFailed }) {
    this.lineOf = lineOf;
    this.knownValue = knownValue;
    this.onChange = onChange;
    this.onFound = onFound;
    this.onFailed = onFailed;
    /** @type {MoveNode | null} the node on the board, if there is a decision to ask about */
    this.node = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | null} the request under way */
    this.asking = null;
    this.askedAt = -Infinity;
    this.isOn = readText(KEY) === "on";
    this.showSwitch();
    onClick("engine", () => this.toggle());
  }

  showSwitch() {
    byId("engine").setAttribute("aria-checked", String(this.isOn));
    byId("ask").hidden = this.isOn;
  }

  toggle() {
    this.isOn = !this.isOn;
    writeText(KEY, this.isOn ? "on" : null);
    this.showSwitch();
    if (this.isOn) this.follow(this.node);
    else this.cancel();
    this.drawBest();
  }

  /** Another position is on the board; null where there is nothing to ask. @param {MoveNode | null} node */
  follow(node) {
    if (node !== this.node) this.cancel();
    this.node = node;
    this.drawBest();
    if (!this.isOn || !node || this.asking || node.value || this.knownValue(node)) return;
    const wait = Math.max(STAY_MS, this.askedAt + BETWEEN_MS - performance.now());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(node), wait);
  }

  /** What was asked about another position is not wanted any more. */
  cancel() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  /** Have a position evaluated. @param {MoveNode} node */
  async ask(node) {
    if (node.isAsking) return;
    this.cancel();
    const asking = new AbortController();
    this.asking = asking;
    this.askedAt = performance.now();
    node.isAsking = true;
    this.onChange(node);
    try {
      const line = this.lineOf(node);
      node.value = await retryWhileLate(
        () => postUntil(asking.signal, "/api/analyse/worth", {}, line),
        () => !asking.signal.aborted,
      );
      this.onFound(node);
    } catch (error) {
      if (serverError(error).code !== "cancelled") this.onFailed(error, node);
    } finally {
      if (this.asking === asking) this.asking = null;
      node.isAsking = false;
      this.onChange(node);
      this.drawBest();
    }
  }

  /** While the switch is on, draw the best move that is known as an arrow. */
  drawBest() {
    const { node } = this;
    const best = this.isOn && node ? this.knownValue(node)?.line[0]?.move : undefined;
    const { start, touches = [] } = node?.position?.touches.find(({ move }) => move === best) ?? {};
    setLayer(LAYER, moveArrow(start === undefined ? touches : [start, ...touches]));
  }
}
