// The service worker: keeps the page, so that it opens without a network. The page itself comes from the server
// wherever that answers, so that both are always of one version; what it needs has the version in its address.
// The interface below /api is never kept.

const NAME = "sudoku-factory VERSION";
const FILES = ["/", FILES_OF_THE_PAGE];
/** Milliseconds after which a server that does not answer counts as gone. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((it) => it !== NAME).map((it) => caches.delete(it)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

async function fromNetwork(request) {
  const cache = await caches.open(NAME);
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const kept = await cache.match("/");
    if (kept) return kept;
    throw error;
  }
}

const fromCache = async (request) => (await caches.match(request)) ?? fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname === "/") event.respondWith(fromNetwork(request));
  else if (pathname.startsWith("/page/")) event.respondWith(fromCache(request));
});
