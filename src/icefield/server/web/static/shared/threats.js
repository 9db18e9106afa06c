// What is threatened, told and laid over the board while somebody wants to see it.

import { drawn, lay, rings } from "./overlay.js";
import { el } from "./messages.js";

/** Show threats in `host` and on the board; one that is pressed is shown alone. */
export function tellThreats(host, { threats, sentence }) {
  let alone = null;
  const mark = () => {
    const shown = alone ? [alone] : threats;
    lay("threat-marks", shown.flatMap(({ marks, spaces }) => (marks ? drawn(marks) : rings(spaces))));
    for (const button of host.querySelectorAll("button")) {
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
  host.replaceChildren(...(threats.length ? [el("ul", { class: "threat-list" }, ...entries)] : [el("p", {}, sentence)]));
  mark();
}

export function hideThreats(host) {
  host.replaceChildren();
  lay("threat-marks", []);
}
