// Runs before the page is drawn, so that the chosen appearance never flashes.
(() => {
  const root = document.documentElement;
  const kept = () => {
    try { return localStorage.getItem("icefield-theme") || "auto"; } catch { return "auto"; }
  };
  const wear = (theme) => {
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  };
  wear(kept());
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    select.value = kept();
    select.addEventListener("change", () => {
      wear(select.value);
      try { localStorage.setItem("icefield-theme", select.value); } catch { /* not kept, then */ }
    });
  });
})();
