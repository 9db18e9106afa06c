// The picture of what is on the board and the film of its game: links that know which moment, which
// colours and which side. A film takes a while, so it is waited for here.

import { flipped } from "./orientation.js";
import { t, toast } from "./messages.js";

const $ = (id) => document.getElementById(id);
const wide = 1200;

/** The colours the reader has. */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Let the links lead to what is shown: a moment of a game of a table. */
export function pictures(id, key, moment) {
  const link = (element, file, asked) => {
    const address = new URL(`/api/tables/${id}/${file}`, location.href);
    for (const [name, value] of Object.entries(asked)) if (value != null) address.searchParams.set(name, value);
    element.href = address;
  };
  const point = () => {
    const { game = null, ply = null } = moment() ?? {};
    const look = { theme: theme(), flip: flipped(key) || null };
    link($("picture"), "picture.png", { game, ply, width: wide, ...look });
    link($("film"), "film.webp", { game, ...look });
  };
  for (const element of [$("picture"), $("film")]) {
    for (const event of ["pointerenter", "focus", "click"]) element.addEventListener(event, point, { capture: true });
  }
  $("film").addEventListener("click", async (event) => {
    event.preventDefault();
    if ($("film").getAttribute("aria-busy") === "true") return;
    $("film").setAttribute("aria-busy", "true");
    toast(t("film.wait"), null, "note");
    await save($("film").href);
    $("film").setAttribute("aria-busy", "false");
  });
  point();
}

/** Fetch a file and have the browser save it; tells why when there is none. */
async function save(address) {
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) return void toast((await response.json()).sentence);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "film.webp";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    toast(t("offline"));
  }
}
