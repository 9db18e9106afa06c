// Small pictures of boards, drawn by the server. They wear the page's style sheet, so they become
// part of the page.

import { parts } from "./dom.js";

/** @type {WeakMap<Element, object>} by place, the picture that was asked for last */
const newest = new WeakMap();

/** Draw the picture that `data-picture` names; without one the page still works. @param {HTMLElement} place */
export async function drawThumbnail(place) {
  const asked = {};
  newest.set(place, asked);
  try {
    const answer = await fetch(place.dataset.picture ?? "");
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    if (newest.get(place) !== asked || drawing.documentElement.localName !== "svg") return;
    const svg = document.importNode(drawing.documentElement, true);
    for (const labelled of svg.querySelectorAll("[aria-label], [role]")) {
      labelled.removeAttribute("aria-label"); // it is one picture
      labelled.removeAttribute("role");
    }
    if (place.closest("a, button, li")) {
      svg.querySelector("title")?.remove(); // the element around it has a name of its own
      svg.removeAttribute("role");
      svg.setAttribute("aria-hidden", "true");
    }
    place.replaceChildren(svg);
  } catch {
    // the next one, perhaps
  }
}

/** Draw the pictures of a part of the page as they come into sight. @param {ParentNode} [root] */
export function drawThumbnails(root = document) {
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        sight.unobserve(target);
        drawThumbnail(/** @type {HTMLElement} */ (target));
      }
    },
    { rootMargin: "400px" },
  );
  for (const place of parts(root, "[data-picture]")) sight.observe(place);
}
