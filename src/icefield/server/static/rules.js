// The rules beside a board: a dialog, and links such as #rule-S4 that lead into it.

const $ = (id) => document.getElementById(id);

/** Open and close the rules; a link to a rule opens them there. */
export function rules() {
  const dialog = $("rules");
  const open = () => {
    const rule = /^#rule-[\w-]+$/.test(location.hash) && $(location.hash.slice(1));
    if (!rule) return;
    if (!dialog.open) dialog.showModal();
    for (const shown of dialog.querySelectorAll(".is-meant")) shown.classList.remove("is-meant");
    rule.classList.add("is-meant");
    rule.scrollIntoView({ block: "center" });
    rule.focus({ preventScroll: true });
  };
  $("rules-open").addEventListener("click", () => dialog.showModal());
  $("rules-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => history.replaceState(null, "", location.pathname + location.search));
  window.addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#rule-']");
    if (link && link.hash === location.hash) open(); // no hashchange then
  });
  open();
}
