// The pieces of the seats in the players' boxes, and what each seat owns.

import { el } from "../dom.js";

/**
 * Draw the cards into the boxes, `.seat[data-seat]`, that have room for them. What is the same stays.
 *
 * @param {Payload.SeatCard[]} cards by seat
 */
export function showSeatCards(cards) {
  for (const [seat, card] of cards.entries()) {
    const box = document.querySelector(`.seat[data-seat="${seat}"]`);
    const place = box?.querySelector(".seat-picture");
    const owned = box?.querySelector(".seat-holdings");
    if (place instanceof HTMLElement) drawInto(place, card.picture ?? "");
    if (!(owned instanceof HTMLElement)) continue;
    const key = JSON.stringify(card.holdings);
    if (owned.dataset.key === key) continue;
    owned.dataset.key = key;
    owned.replaceChildren(...card.holdings.map(entryOf));
  }
}

/** @param {HTMLElement} host @param {string} svg */
function drawInto(host, svg) {
  if (host.dataset.key === svg) return;
  host.dataset.key = svg;
  host.innerHTML = svg; // made by the server from the game's own symbols
}

/** @param {Payload.Holding} holding */
function entryOf({ name, text, picture }) {
  const symbol = el("span", { class: "holding-symbol", "aria-hidden": "true" });
  symbol.innerHTML = picture ?? "";
  return el(
    "li",
    { title: name },
    picture ? symbol : null,
    text ? el("span", { class: picture ? null : "holding-score", "aria-hidden": "true" }, text) : null,
    el("span", { class: "hidden" }, name),
  );
}
