// Threats, as a list beside the board and as marks on it.

import { el, parts } from "../dom.js";
import { drawnMarks, rings, setLayer } from "./overlay.js";

const LAYER = "threat-marks";

/**
 * Show threats in `host` and on the board; pressing one shows it alone.
 *
 * @param {HTMLElement} host
 * @param {Payload.Threats} found
 */
export function showThreats(host, { threats, sentence }) {
  /** @type {Payload.Threat | null} */
  let alone = null;
  const mark = () => {
    const shown = alone ? [alone] : threats;
    setLayer(
      LAYER,
      shown.flatMap(({ marks, spaces }) => (marks ? drawnMarks(marks) : rings(spaces))),
    );
    for (const button of parts(host, "button")) {
      button.setAttribute("aria-pressed", String(threats[Number(button.dataset.threat)] === alone));
    }
  };
  const entries = threats.map((threat, i) => {
    const button = el("button", { class: "threat", "data-threat": i, "aria-pressed": "false" }, threat.text);
    button.addEventListener("click", () => {
      alone = alone === threat ? null : threat;
      mark();
    });
    return el("li", {}, button);
  });
  host.replaceChildren(threats.length ? el("ul", { class: "threat-list" }, ...entries) : el("p", {}, sentence));
  mark();
}

/** @param {HTMLElement} host */
export function hideThreats(host) {
  host.replaceChildren();
  setLayer(LAYER, []);
}
