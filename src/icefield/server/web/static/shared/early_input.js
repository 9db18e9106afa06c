// Runs before the page is drawn: presses that come before the scripts of the page have loaded are kept
// and done as soon as they have, in their order.
(() => {
  const TYPES = ["click", "submit"];
  const kept = [];
  const keep = (event) => {
    const pressed = event.target.closest?.("button, #board .space");
    if (!pressed && event.type === "click") return; // links and fields need no script
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(pressed ?? event.target);
  };
  /** The same part of the page now; a board is drawn anew when its script begins. */
  const now = (part) => (part.dataset.id ? document.querySelector(`#board [data-id="${CSS.escape(part.dataset.id)}"]`) : part);
  for (const type of TYPES) document.addEventListener(type, keep, { capture: true });
  document.addEventListener("DOMContentLoaded", () => {
    for (const type of TYPES) document.removeEventListener(type, keep, { capture: true });
    for (const part of kept) {
      const pressed = now(part);
      if (!pressed || pressed.matches(":disabled") || pressed.closest("[hidden]")) continue;
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });
})();
