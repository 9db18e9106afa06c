// The rules beside a board: a drawer next to it where there is room, else a dialog over it. Links such
// as #rule-S4 lead into it, and a refusal shows its rule right there.

import { around, byId, el, onClick, part, parts } from "./dom.js";

const HAS_ROOM = matchMedia("(min-width: 72rem)");

/** Put the pictures of the rules in their place; without a connection the words remain. */
async function loadPictures() {
  const place = document.getElementById("rules-pictures");
  const from = place?.dataset.from;
  if (!place || !from) return;
  delete place.dataset.from;
  try {
    const answer = await fetch(from, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.body.children);
  } catch {
    place.dataset.from = from; // the next time
  }
}

/** Let the page open and close its rules; a link to a rule opens them there. */
export function connectRules() {
  const dialog = byId("rules", HTMLDialogElement);

  const show = () => {
    if (dialog.open) return;
    loadPictures();
    dialog.classList.toggle("is-beside", HAS_ROOM.matches);
    if (HAS_ROOM.matches) dialog.show();
    else dialog.showModal();
  };

  /** @param {HTMLElement} rule @param {boolean} focus */
  const point = (rule, focus) => {
    for (const shown of parts(dialog, ".is-meant")) shown.classList.remove("is-meant");
    rule.classList.add("is-meant");
    rule.scrollIntoView({ block: "center" });
    if (focus) rule.focus({ preventScroll: true });
  };

  const openLinked = () => {
    const rule = /^#rule-[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (!rule) return;
    show();
    point(rule, true);
  };

  /**
   * A refusal: the open drawer goes to its rule; where none is open, the refusal shows the rule.
   *
   * @param {HTMLAnchorElement} link
   */
  const follow = (link) => {
    const rule = document.getElementById(link.hash.slice(1));
    if (!rule) return;
    if (dialog.open) point(rule, false);
    else if (HAS_ROOM.matches) {
      const text = el("p", {}, part(rule, "p").textContent);
      const title = el("b", {}, part(rule, "h3").textContent.trim());
      link.parentElement?.append(el("div", { class: "toast-rule-text", "aria-hidden": "true" }, title, text));
    }
  };

  onClick("rules-open", show);
  onClick("rules-close", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    history.replaceState(null, "", location.pathname + location.search);
    if (dialog.classList.contains("is-beside")) byId("rules-open").focus({ preventScroll: true });
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !dialog.open || !dialog.classList.contains("is-beside")) return;
      event.stopImmediatePropagation(); // what was begun on the board stays
      dialog.close();
    },
    { capture: true },
  );
  window.addEventListener("hashchange", openLinked);
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[href^='#rule-']"));
    if (link && link.hash === location.hash) openLinked(); // no hashchange then
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const shown of addedNodes) {
        const link = shown instanceof Element && shown.querySelector("a.toast-rule");
        if (link) follow(/** @type {HTMLAnchorElement} */ (link));
      }
    }
  }).observe(byId("toasts"), { childList: true });
  openLinked();
}
