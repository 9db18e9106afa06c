// The name of a viewer who has none yet: asked for once, on the way to a first game with people.

import { parts } from "./dom.js";
import { get, post } from "./http.js";
import { readText, writeText } from "./storage.js";

const SKIPPED_KEY = "icefield-no-name";

/** The fields of this page that ask for the name. */
const fields = () => parts(document, "[data-name-field]");

/** Ask no more, neither on this page nor on another. */
export function hideNameFields() {
  for (const field of fields()) field.hidden = true;
}

/** Remember that the viewer plays without a name. */
export function skipName() {
  writeText(SKIPPED_KEY, "yes");
  hideNameFields();
}

/** The name that a form asks for; empty where it asks for none. @param {HTMLFormElement} form */
export function typedName(form) {
  const field = form.querySelector("[data-name-field]:not([hidden]) input");
  return field instanceof HTMLInputElement ? field.value.trim() : "";
}

/** Keep the name that a form asks for, if it does; empty means none. @param {HTMLFormElement} form */
export async function keepName(form) {
  if (!form.querySelector("[data-name-field]:not([hidden])")) return;
  const nickname = typedName(form);
  const isNamed = Boolean((await get("/api/me", {})).nickname); // on another page, meanwhile
  if (nickname && !isNamed) await post("/api/me", {}, { nickname });
  else if (!nickname) skipName();
  hideNameFields();
}

if (readText(SKIPPED_KEY)) hideNameFields();
