// On every page: the menu closes when the viewer turns away from it, and the service worker keeps
// what is needed without a connection.

import { byId, part } from "./dom.js";
import { showOnline } from "./notices.js";
import { connectTableNotices } from "./table_notices.js";

const menu = byId("menu", HTMLDetailsElement);

document.addEventListener("click", ({ target }) => {
  if (menu.open && !(target instanceof Node && menu.contains(target))) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  part(menu, "summary").focus();
});

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    const worker = `/sw.js?lang=${document.documentElement.lang}`;
    navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}); // the site works without
  });
}

window.addEventListener("online", showOnline);
connectTableNotices();
