// Runs before the page is drawn, as a classic script: presses that come before the modules of the page
// have loaded are kept and done as soon as they have, in their order.
(() => {
  const TYPES = ["click", "submit"];
  /** @type {Element[]} */
  const kept = [];
  /** @param {Event} event */
  const keep = (event) => {
    if (!(event.target instanceof Element)) return;
    const pressed = event.target.closest("button, #board .space");
    if (!pressed && event.type === "click") return; // links and fields need no script
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(pressed ?? event.target);
  };
  /** The same element now: a board is drawn anew when its script begins. @param {Element} pressed */
  const current = (pressed) => {
    const id = pressed.getAttribute("data-id");
    return id ? document.querySelector(`#board [data-id="${CSS.escape(id)}"]`) : pressed;
  };
  for (const type of TYPES) document.addEventListener(type, keep, { capture: true });
  document.addEventListener("DOMContentLoaded", () => {
    for (const type of TYPES) document.removeEventListener(type, keep, { capture: true });
    for (const early of kept) {
      const pressed = current(early);
      if (!pressed || pressed.matches(":disabled") || pressed.closest("[hidden]")) continue;
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });
})();
