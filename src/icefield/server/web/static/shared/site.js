// On every page: the menu closes when one turns away from it, and the browser may keep the site's
// looks for when there is no connection.

const menu = document.getElementById("menu");

document.addEventListener("click", (event) => {
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    const worker = `/sw.js?lang=${document.documentElement.lang}`;
    navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}); // it works without
  });
}
