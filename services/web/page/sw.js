// The service worker: the page's own files from the server, or, while it is away, as they were last. What the contract
// answers is never kept, nor the log: what it says of today must be of today.
const KEPT = "turnledger-shell";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  const isOurs = request.method === "GET" && origin === location.origin && !pathname.startsWith("/log/") && !searchParams.has("state"); // a code of the issuer is kept nowhere
  if (isOurs) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

// A notice for this browser, encrypted until here (docs/notices.md).
self.addEventListener("push", (event) => {
  const { title, text, tag, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title || "Turnledger", { body: text, tag, icon: "icon-turn.svg", data: url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data || "./"));
});
