// The offline page looks for the connection, more and more patiently, and then shows what was wanted.

const FIRST = 2000;
const LONGEST = 20000;
const shown = location.pathname !== "/offline"; // in the place of the page that was wanted
let wait = FIRST;
let timer;

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (!answer.ok) throw new Error("not quite there");
    location.reload();
  } catch {
    timer = setTimeout(look, wait);
    wait = Math.min(wait * 1.5, LONGEST);
  }
}

document.getElementById("again").addEventListener("click", (event) => {
  if (!shown) return; // the link leads home
  event.preventDefault();
  look();
});

if (shown) {
  window.addEventListener("online", look);
  timer = setTimeout(look, wait);
} else {
  document.getElementById("waiting").hidden = true;
}
