/*
 * Keeps the page itself, so that it opens and shows the last snapshot while the daemon is out of reach. What the daemon
 * says (/v1) is never kept here.
 */
const NAME = "agtmux-shell-1";
const SHELL = "/";
/** What a proxy says of a daemon that is gone. */
const AWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    fetch(SHELL, { cache: "no-store" })
      .then(keep)
      .catch(() => undefined),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/v1/")) return;
  if (request.mode === "navigate") event.respondWith(open(event));
  else if (/^\/(assets|icons)\/|^\/favicon\.svg$/.test(pathname)) event.respondWith(find(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.goTo ?? SHELL));
});

/** The daemon's page if it answers, else the one that was kept; every address of the page is the same document. */
async function open(event) {
  const answer = await fetch(event.request).catch(() => null);
  if (answer !== null && !AWAY.has(answer.status)) {
    if (isShell(answer)) event.waitUntil(keep(answer.clone()).catch(() => undefined));
    return answer;
  }
  return (await kept(SHELL)) ?? answer ?? Response.error();
}

/** Names of assets change with their content: what was kept is still right. */
async function find(request) {
  const { pathname } = new URL(request.url);
  return (await kept(pathname)) ?? fetch(request);
}

async function kept(path) {
  return (await caches.open(NAME)).match(path);
}

/** A page and all that it may load later; parts of an older one are dropped. */
async function keep(answer) {
  if (!isShell(answer)) return;
  const text = await answer.clone().text();
  const cache = await caches.open(NAME);
  if ((await (await cache.match(SHELL))?.text()) === text) return;
  const names = new Set(["/favicon.svg", "/icons/icon-192.png", ...namesIn(text)]);
  for (const name of names) {
    if ((await cache.match(name)) === undefined) await cache.add(name);
    // a set gives what is added to it while it is walked, too
    if (name.endsWith(".js")) for (const more of namesIn(await (await cache.match(name)).text())) names.add(more);
  }
  // last, so that a page that was kept is whole
  await cache.put(SHELL, answer);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== SHELL && !names.has(pathname)) await cache.delete(request);
  }
}

function namesIn(text) {
  return [...text.matchAll(/\bassets\/[\w.-]+\.(?:js|css)\b/g)].map(([name]) => `/${name}`);
}

function isShell(answer) {
  return answer.ok && !answer.redirected && (answer.headers.get("content-type") ?? "").startsWith("text/html");
}

async function goTo(path) {
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ goTo: path });
  return page.focus();
}
