// Turning a board round: which boards somebody sees from the opposite side is kept in a cookie, so
// that the server draws them that way from the first picture on. The key is F.

const COOKIE = "icefield-flip";
const YEAR = 365 * 24 * 3600;

function turned() {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`));
  return new Set((found?.slice(COOKIE.length + 1) ?? "").split(".").filter(Boolean));
}

/** Whether the boards of a game are turned. */
export const flipped = (game) => turned().has(game);

/** Whether a key press is meant for what is being written, not for the page. */
export const typing = ({ target, altKey, ctrlKey, metaKey }) =>
  altKey || ctrlKey || metaKey || Boolean(target.closest?.("input:not([type=range]), textarea, select, dialog[open]"));

/** Let a button turn the boards of a game; `onFlip` has them drawn anew. */
export function flipping(button, game, onFlip) {
  const show = () => button.setAttribute("aria-pressed", String(flipped(game)));
  const flip = () => {
    const games = turned();
    if (!games.delete(game)) games.add(game);
    document.cookie = `${COOKIE}=${[...games].sort().join(".")}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
    show();
    onFlip();
  };
  show();
  button.addEventListener("click", flip);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "f" || event.repeat || event.shiftKey || typing(event)) return;
    event.preventDefault();
    flip();
  });
}
