// The strings of the scripts, in the reader's language; and saying them.

const strings = JSON.parse(document.getElementById("strings").textContent);

/** The text of an id, its parameters put in. */
export function t(id, params = {}) {
  return (strings[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
}

/** Make an element: `el("button", {class: "move"}, "Go")`. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** Empty a field whose text was sent, unless something else has been written into it meanwhile. */
export function emptied(field, sent) {
  if (field.value.trim() === sent) field.value = "";
}

let saying = [];

/** Have a screen reader say something; what comes at the same moment is said together. */
export function announce(text) {
  saying.push(text);
  if (saying.length > 1) return;
  queueMicrotask(() => {
    const live = document.getElementById("live");
    const said = saying.join(" ");
    saying = [];
    if (live) live.textContent = said === live.textContent ? `${said}\u00a0` : said; // the same again is new
  });
}

let fading;

/** Where a rule can be read: on this page, or on the page of all rules. */
function readable(rule) {
  if (document.getElementById(`rule-${rule}`)) return `#rule-${rule}`;
  const game = document.querySelector("[data-rules-of]")?.dataset.rulesOf;
  return game ? `/rules/${game}#${rule}` : null;
}

/** Show a sentence for a while; `rule` makes it link to that rule. */
export function toast(sentence, rule = null, kind = "refusal") {
  const host = document.getElementById("toasts");
  const close = el("button", { class: "toast-close", "aria-label": host.dataset.close }, "×");
  const link = rule && el("a", { href: readable(rule), class: "toast-rule" }, t("rule", { rule }));
  const shown = el("div", { class: `toast ${kind}` }, el("p", {}, sentence), link, close);
  close.addEventListener("click", () => shown.remove());
  host.replaceChildren(shown);
  clearTimeout(fading);
  const fade = () => {
    if (shown.matches(":hover, :focus-within")) fading = setTimeout(fade, 1500);
    else shown.remove();
  };
  fading = setTimeout(fade, kind === "refusal" ? 9000 : 4000);
}

/** Take away what `toast` shows. */
export function hush() {
  document.getElementById("toasts").replaceChildren();
}
