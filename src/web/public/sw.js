/*
 * Caches the page itself, so that it opens and shows the last snapshot while the daemon is unreachable. API responses
 * (/v1) are never cached. Also shows pushes while no page is open.
 */
const NAME = "agtmux-shell-1";
const SHELL = "/";
const ASK_MS = 3_000;
/** Status codes of a proxy whose daemon is unreachable. */
const AWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepNow());
});

/** Sent by a page to which the daemon has proven itself, so the page served now may be cached. */
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepNow());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/v1/")) return;
  if (request.mode === "navigate") event.respondWith(open(event));
  else if (/^\/(assets|icons)\/|^\/favicon\.svg$/.test(pathname)) event.respondWith(find(request));
});

self.addEventListener("push", (event) => event.waitUntil(told(event.data)));

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.goTo ?? SHELL));
});

/**
 * The daemon's page if it answers, else the cached one; every URL of the page is the same document. It is not cached
 * here: another process may have taken the daemon's port.
 */
async function open(event) {
  const answer = await fetch(event.request).catch(() => null);
  if (answer !== null && !AWAY.has(answer.status)) return answer;
  return (await kept(SHELL)) ?? answer ?? Response.error();
}

async function keepNow() {
  await fetch(SHELL, { cache: "no-store" })
    .then(keep)
    .catch(() => undefined);
}

/** Asset names change with their content, so a cached asset is never outdated. */
async function find(request) {
  const { pathname } = new URL(request.url);
  return (await kept(pathname)) ?? fetch(request);
}

async function kept(path) {
  return (await caches.open(NAME)).match(path);
}

/** Caches a page and everything it may load later; parts of an older one are deleted. */
async function keep(answer) {
  if (!isShell(answer)) return;
  const text = await answer.clone().text();
  const cache = await caches.open(NAME);
  if ((await (await cache.match(SHELL))?.text()) === text) return;
  const names = new Set(["/favicon.svg", "/icons/icon-192.png", ...namesIn(text)]);
  for (const name of names) {
    if ((await cache.match(name)) === undefined) await cache.add(name);
    // iterating a set also visits names added meanwhile
    if (name.endsWith(".js")) for (const more of namesIn(await (await cache.match(name)).text())) names.add(more);
  }
  // last, so that a cached page is always complete
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

/** Browsers require every push to be shown. One that is no longer needed is shown silently and removed at once. */
async function told(data) {
  const call = callIn(data);
  const tag = `agtmux:${call.runtime_id}`;
  const [shown] = await self.registration.getNotifications({ tag });
  // the same push arrived twice
  if (shown !== undefined && call.key !== undefined && shown.data?.key === call.key) return;
  const isNeeded = !(await isSeenHere()) && (await isOpen(call.attention_id));
  const mark = crypto.randomUUID();
  await self.registration.showNotification(call.title, {
    body: call.body,
    tag,
    renotify: isNeeded,
    silent: !isNeeded,
    icon: "/icons/icon-192.png",
    data: { goTo: call.path, key: call.key, mark },
  });
  if (!isNeeded) await takeAway(tag, mark);
}

/**
 * The browser's push endpoint has changed. Only a page has the key to tell the daemon: an open one does, else the
 * person is asked to open one, because no push arrives until then.
 */
async function renew({ oldSubscription, newSubscription }) {
  if (!newSubscription) await subscribeAsBefore(oldSubscription).catch(() => undefined);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ push: "changed" });
  if (pages.length > 0) return;
  await self.registration.showNotification("Open agtmux once", {
    body: "This browser has a new address for notifications, which the daemon does not know yet.",
    tag: "agtmux:push",
    icon: "/icons/icon-192.png",
    data: { goTo: SHELL },
  });
}

async function subscribeAsBefore(old) {
  const applicationServerKey = old?.options.applicationServerKey ?? (await daemonKey());
  await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Browsers do not always provide the old subscription. */
async function daemonKey() {
  const signal = AbortSignal.timeout(ASK_MS);
  const answer = await fetch("/v1/notify/push", { cache: "no-store", credentials: "same-origin", signal });
  return (await answer.json()).public_key;
}

/**
 * Until it was listed and is no longer: one just shown may not be listed yet, or may not be closed by the first try. The
 * next one of the same agent, which may come meanwhile, has another mark and stays.
 */
async function takeAway(tag, mark) {
  let wasListed = false;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const notes = (await self.registration.getNotifications({ tag })).filter(({ data }) => data?.mark === mark);
    if (wasListed && notes.length === 0) return;
    wasListed ||= notes.length > 0;
    for (const note of notes) note.close();
    await new Promise((done) => setTimeout(done, 100));
  }
}

function callIn(data) {
  const call = jsonIn(data);
  const path = typeof call.path === "string" && /^\/(?!\/)/.test(call.path) ? call.path : SHELL;
  return { ...call, path, title: String(call.title ?? "An agent calls"), body: String(call.body ?? "") };
}

function jsonIn(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Whether a page is focused, and so shows the row. */
async function isSeenHere() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.focused);
}

/** A push service may have held the push for hours. If the daemon cannot be asked, treat it as open. */
async function isOpen(id) {
  if (id === undefined || id.startsWith("test-")) return true;
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const answer = await fetch("/v1/attention", { cache: "no-store", credentials: "same-origin", signal });
    if (!answer.ok) return true;
    const { items, partial } = await answer.json();
    return partial || items.some(({ attention_id }) => attention_id === id);
  } catch {
    return true;
  }
}

async function goTo(path) {
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ goTo: path });
  return page.focus();
}
