// The service worker. The server puts `KEPT` before this: what to keep and under which name. Only
// what is versioned and the offline page are kept; tables and answers always come from the server.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {string} name */
const isOwn = (name) => name.startsWith("icefield-");

async function fillCache() {
  const cache = await caches.open(KEPT.name);
  const offline = new Request(KEPT.offline, { credentials: "omit" }); // the same for every viewer
  await cache.addAll([offline, ...KEPT.files]);
  await worker.skipWaiting();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => isOwn(name) && name !== KEPT.name).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page from the server, or the offline page. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT.name);
    return (await cache.match(KEPT.offline)) ?? Response.error();
  }
}

/** A versioned file, fetched once. @param {Request} request */
async function asset(request) {
  const cache = await caches.open(KEPT.name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

worker.addEventListener("install", (event) => event.waitUntil(fillCache()));
worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith(KEPT.assets)) event.respondWith(asset(request));
});
