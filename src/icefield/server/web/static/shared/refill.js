// Filling a part of the page anew without taking the focus away from whoever uses the keyboard.

const STOPS = "button, a[href], input, select, summary";

const called = (stop) => stop.getAttribute("aria-label") ?? stop.textContent;

/** The stops of the Tab key in a host that are called like one of them. */
const alike = (host, stop) => [...host.querySelectorAll(STOPS)].filter((each) => called(each) === called(stop));

/**
 * Replace what is in a host. The focus stays on what is called the same; without that, or when it is
 * not to be `kept` there, on the host itself, so that Tab goes on from the same place. Says whether
 * it is lost all the same, as the host is not seen any more.
 */
export function refill(host, children, { kept = true } = {}) {
  const held = host.contains(document.activeElement) && document.activeElement !== host ? document.activeElement : null;
  const place = held ? alike(host, held).indexOf(held) : -1;
  host.replaceChildren(...children);
  if (!held) return false;
  const same = kept ? alike(host, held) : [];
  if (!same.length) host.tabIndex = -1;
  const next = same[Math.min(Math.max(place, 0), same.length - 1)] ?? host;
  next.focus({ preventScroll: true });
  return document.activeElement !== next;
}
