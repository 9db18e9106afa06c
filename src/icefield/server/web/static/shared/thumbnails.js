// Small pictures of boards, drawn by the server. They wear the page's style sheet, so they become
// part of the page.

const newest = new WeakMap(); // by place: the picture that was asked for last

/** Put the picture that `data-picture` names into its place; without one the page still works. */
export async function draw(place) {
  const asked = {};
  newest.set(place, asked);
  try {
    const answer = await fetch(place.dataset.picture);
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    if (newest.get(place) !== asked) return;
    if (drawing.documentElement.localName !== "svg") return;
    const svg = document.importNode(drawing.documentElement, true);
    for (const part of svg.querySelectorAll("[aria-label], [role]")) {
      part.removeAttribute("aria-label"); // it is one picture
      part.removeAttribute("role");
    }
    if (place.closest("a, button, li")) {
      svg.querySelector("title")?.remove(); // what it belongs to says all
      svg.removeAttribute("role");
      svg.setAttribute("aria-hidden", "true");
    }
    place.replaceChildren(svg);
  } catch {
    // the next one, perhaps
  }
}

/** Draw all that are in the document, as they come into sight. */
export function drawAll(root = document) {
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        sight.unobserve(target);
        draw(target);
      }
    },
    { rootMargin: "400px" },
  );
  for (const place of root.querySelectorAll("[data-picture]")) sight.observe(place);
}
