// The service worker: the page's own files from the server or, while it is away, the stored copies. It never stores
// answers of the contract or the log, answers that are marked `no-store`, and addresses with a query: those hold
// tokens.
const KEPT = "turnledger-shell-3";

self.addEventListener("install", event => event.waitUntil(store().finally(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(begin()));

self.addEventListener("fetch", event => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const isOurs = request.method === "GET" && origin === location.origin && !pathname.startsWith("/log/") && !search;
  if (isOurs) event.respondWith(answer(request));
});

/** Stores the files that the page begins with: those of the first visit came before this worker. */
async function store() {
  const cache = await caches.open(KEPT);
  const page = await fetch("./");
  const text = await page.clone().text();
  const names = [...text.matchAll(/(?:href|src)="([^":]+)"/g)].map(([, name]) => name);
  await cache.put("./", page);
  await cache.addAll([...new Set([...names, "texts.json", "icon-turn.svg", "upkeep.js"])]);
}

/** Deletes what earlier versions stored. */
async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok && response.headers.get("cache-control") !== "no-store") await cache.put(request, response.clone());
    return response;
  } catch (error) {
    // texts of another language rather than none
    const kept = (await cache.match(request)) ?? (await cache.match(request, { ignoreVary: true }));
    if (kept) return kept;
    throw error;
  }
}

// A notice for this browser, encrypted until here (docs/notices.md).
self.addEventListener("push", event => {
  const { title, text, tag, url } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title || "Turnledger", { body: text, tag, icon: "icon-turn.svg", data: url }),
  );
});

self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data || "./"));
});
