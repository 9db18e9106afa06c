// The offline page: looks for the connection, at growing intervals, and then shows the page that was
// wanted.

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 20_000;
const isInstead = location.pathname !== "/offline"; // shown in the place of the page that was wanted
let wait = FIRST_WAIT_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function retry() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (!answer.ok) throw new Error("the server is not ready yet");
    location.reload();
  } catch {
    timer = setTimeout(retry, wait);
    wait = Math.min(wait * 1.5, LONGEST_WAIT_MS);
  }
}

document.getElementById("again")?.addEventListener("click", (event) => {
  if (!isInstead) return; // the link leads home
  event.preventDefault();
  retry();
});

if (isInstead) {
  window.addEventListener("online", retry);
  timer = setTimeout(retry, wait);
} else {
  document.getElementById("waiting")?.setAttribute("hidden", "");
}
