// Going through a game with the keys: ← → Home End in the list of its moves.

const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Let keys in a list of moves go to another one; `step(by)` shows it, and the focus follows. */
export function stepping(list, step) {
  list.addEventListener("keydown", async (event) => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    await step(KEYS[event.key]);
    const held = document.activeElement;
    if (held !== document.body && !list.contains(held)) return; // somebody is elsewhere by now
    const here = list.querySelector(".move[aria-current]");
    (here?.closest("details:not([open])")?.querySelector("summary") ?? here ?? list).focus({ preventScroll: true });
  });
}
