// The rules beside a board: a drawer next to it where there is room, else a dialog over it; links such
// as #rule-S4 lead into it, and a refusal shows its rule right there.

import { el } from "./messages.js";

const $ = (id) => document.getElementById(id);
const ROOM = matchMedia("(min-width: 72rem)");

/** Open and close the rules; a link to a rule opens them there. */
export function rules() {
  const dialog = $("rules");

  const show = () => {
    if (dialog.open) return;
    dialog.classList.toggle("is-beside", ROOM.matches);
    if (ROOM.matches) dialog.show();
    else dialog.showModal();
  };

  const point = (rule, focus) => {
    for (const shown of dialog.querySelectorAll(".is-meant")) shown.classList.remove("is-meant");
    rule.classList.add("is-meant");
    rule.scrollIntoView({ block: "center" });
    if (focus) rule.focus({ preventScroll: true });
  };

  const open = () => {
    const rule = /^#rule-[\w-]+$/.test(location.hash) && $(location.hash.slice(1));
    if (!rule) return;
    show();
    point(rule, true);
  };

  /** A refusal: the drawer goes to its rule; where none is open, the refusal shows it itself. */
  const follow = (link) => {
    const rule = $(link.hash.slice(1));
    if (!rule) return;
    if (dialog.open) point(rule, false);
    else if (ROOM.matches) {
      const words = el("p", {}, rule.querySelector("p").textContent);
      const title = el("b", {}, rule.querySelector("h3").textContent.trim());
      link.parentElement.append(el("div", { class: "toast-rule-text", "aria-hidden": "true" }, title, words));
    }
  };

  $("rules-open").addEventListener("click", show);
  $("rules-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    history.replaceState(null, "", location.pathname + location.search);
    if (dialog.classList.contains("is-beside")) $("rules-open").focus({ preventScroll: true });
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
  window.addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#rule-']");
    if (link && link.hash === location.hash) open(); // no hashchange then
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const shown of addedNodes) {
        const link = shown.querySelector?.("a.toast-rule");
        if (link) follow(link);
      }
    }
  }).observe($("toasts"), { childList: true });
  open();
}
