// Runs before the page is drawn, as a classic script, so that the chosen appearance never flashes.
(() => {
  const KEY = "icefield-theme";
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto";
    }
  };
  /** @param {string} theme */
  const apply = (theme) => {
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  };
  apply(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    if (!(select instanceof HTMLSelectElement)) return;
    select.value = chosen();
    select.addEventListener("change", () => {
      apply(select.value);
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // it is not kept, then
      }
    });
  });
})();
