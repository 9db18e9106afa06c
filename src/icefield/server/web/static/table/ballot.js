// Secret votes: the curtain at a screen that several seats share, and the last reveal.

import { byId, el, onClick } from "../shared/dom.js";
import { announce } from "../shared/notices.js";
import { capitalized, t } from "../shared/translations.js";

export class Ballot {
  /** `onLift` is called when the curtain was lifted. @param {() => void} onLift */
  constructor(onLift) {
    /** @type {string | null} the role behind the curtain, or null where there is none */
    this.role = null;
    /** @type {string | null} which seat is asked for which decision */
    this.key = null;
    /** @type {string | null} the key that the curtain was lifted for */
    this.lifted = null;
    onClick("curtain-lift", () => {
      this.lifted = this.key;
      this.showCurtain();
      onLift();
      announce(t("curtain.lifted", { role: this.role }));
      /** @type {HTMLElement | null} */ (document.querySelector("#controls button"))?.focus();
    });
  }

  /** Take over the state of a table; `show` draws it. @param {Payload.TableState} state */
  update({ curtain, seat, decision }) {
    this.role = curtain;
    this.key = `${seat}:${decision}`;
  }

  /** Whether the choices of the present seat are hidden. */
  get isVeiled() {
    return Boolean(this.role) && this.lifted !== this.key;
  }

  /** @param {Payload.TableState} state */
  show({ reveal, outcome }) {
    this.showCurtain();
    const host = byId("reveal");
    host.hidden = !reveal || Boolean(outcome);
    if (!reveal) return;
    host.replaceChildren(
      el("h2", {}, reveal.title),
      el("ul", {}, ...reveal.options.map((option) => entryOf(option))),
      ...reveal.results.map((result) => el("p", { class: "reveal-result" }, result)),
    );
  }

  showCurtain() {
    const { role } = this;
    byId("curtain").hidden = !role;
    if (!role) return;
    byId("curtain-text").textContent = t(this.isVeiled ? "curtain" : "curtain.lifted", { role });
    byId("curtain-lift").textContent = t("curtain.lift", { role });
    byId("curtain-lift").hidden = !this.isVeiled;
    byId("curtain").classList.toggle("is-lifted", !this.isVeiled);
  }
}

/** An option of a ballot: its total, who voted for it, and who added coins. @param {Payload.BallotOption} option */
function entryOf({ name, picture, total, voters, coins }) {
  const symbol = picture && el("span", { class: "reveal-symbol", "aria-hidden": "true" });
  if (symbol) symbol.innerHTML = picture ?? "";
  const added = coins.map(({ role, coins: count }) => t("reveal.coins", { role, count }));
  const from = [voters.join(", "), ...added].filter(Boolean).join("; ");
  return el(
    "li",
    {},
    el("span", { class: "reveal-count" }, String(total)),
    symbol || null,
    t("reveal.group", { name: capitalized(name), roles: from }),
  );
}
