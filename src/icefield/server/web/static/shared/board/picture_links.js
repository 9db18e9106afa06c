// The links to the picture of the board and the film of its game: they know the moment, the colours
// and the side that are shown. A film takes a while, so it is waited for here.

import { link, saveFile } from "../dom.js";
import { showToast } from "../notices.js";
import { t } from "../translations.js";
import { isFlipped } from "./orientation.js";

const WIDTH_PX = 1200;

/** The colours the reader has. */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Let the links lead to what is shown: a moment of a game of a table.
 *
 * @param {string} table
 * @param {string} game
 * @param {() => { game: number, ply: number } | null} shownMoment
 */
export function connectPictureLinks(table, game, shownMoment) {
  const [picture, film] = [link("picture"), link("film")];
  /** @param {HTMLAnchorElement} element @param {string} file @param {Record<string, unknown>} query */
  const point = (element, file, query) => {
    const address = new URL(`/api/tables/${table}/${file}`, location.href);
    for (const [name, value] of Object.entries(query)) if (value != null) address.searchParams.set(name, String(value));
    element.href = address.href;
  };
  const pointBoth = () => {
    const moment = shownMoment();
    const look = { theme: theme(), flip: isFlipped(game) || null };
    point(picture, "picture.png", { game: moment?.game, ply: moment?.ply, width: WIDTH_PX, ...look });
    point(film, "film.webp", { game: moment?.game, ...look });
  };
  for (const element of [picture, film]) {
    for (const event of ["pointerenter", "focus", "click"])
      element.addEventListener(event, pointBoth, { capture: true });
  }
  film.addEventListener("click", async (event) => {
    event.preventDefault();
    if (film.getAttribute("aria-busy") === "true") return;
    film.setAttribute("aria-busy", "true");
    showToast(t("film.wait"), null, "note");
    await save(film.href);
    film.setAttribute("aria-busy", "false");
  });
  pointBoth();
}

/** Fetch a file and have the browser save it; tells why when there is none. @param {string} address */
async function save(address) {
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) return void showToast((await response.json()).sentence);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "film.webp";
    saveFile(await response.blob(), name);
  } catch {
    showToast(t("offline"));
  }
}
