// The service worker. The server puts `KEPT` before this: what to keep and under which name. Only
// what is versioned and the offline page are kept; tables and answers always come from the server.

const own = (name) => name.startsWith("icefield-");

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT.name);
    const offline = new Request(KEPT.offline, { credentials: "omit" }); // nobody's in particular
    await cache.addAll([offline, ...KEPT.files]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => own(name) && name !== KEPT.name).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT.name);
    return (await cache.match(KEPT.offline)) ?? Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(KEPT.name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith(KEPT.assets)) event.respondWith(asset(request));
});
