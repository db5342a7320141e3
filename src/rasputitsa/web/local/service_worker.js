// @ts-nocheck: the types of service workers and those of pages exclude each other
/**
 * Keeps the page in the browser, so that it starts without a network. Each version has a cache of its own. Above this text, the site is
 * built with `VERSION`, `SHELL` (what the screens need), `FILES` (the hash of every file, by its path) and `POLICY`.
 */

/* global VERSION, SHELL, FILES, POLICY */

const PREFIX = `rasputitsa ${new URL("./", self.location.href).pathname} `;
const CACHE = PREFIX + VERSION;
const ROOT = new URL("./", self.location.href).href;
const coming = new Map();

/** The path of a file within the site; the page itself for every address of a screen. */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  const path = (origin + pathname).slice(ROOT.length);
  return (origin + pathname).startsWith(ROOT) ? path || "index.html" : null;
}

/** The file as it is kept; what is not kept yet is fetched, if it is what this version was built with, and from then on kept. */
async function kept(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(path);
  if (found) return found;
  if (!coming.has(path)) {
    const fetching = fetchFile(cache, path).finally(() => coming.delete(path));
    coming.set(path, fetching);
  }
  return (await coming.get(path)).clone();
}

async function fetchFile(cache, path) {
  const known = await fromOlder(path);
  const wanted = new Request(ROOT + path, { cache: "no-cache", integrity: FILES[path], credentials: "same-origin" });
  const response = known ?? (await fetch(wanted));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.set("content-security-policy", POLICY);
  headers.set("x-integrity", FILES[path]);
  const file = new Response(response.body, { headers });
  await cache.put(path, file.clone());
  return file;
}

/** The same file of another version. */
async function fromOlder(path) {
  for (const name of await caches.keys()) {
    if (name === CACHE || !name.startsWith(PREFIX)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.endsWith(path.slice(path.lastIndexOf("/")))) continue;
      const found = await cache.match(request);
      if (found?.headers.get("x-integrity") === FILES[path]) return found;
    }
  }
  return null;
}

/** A file of another version, which a page that was opened before still uses. */
async function ofOther(request, path) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(PREFIX) ? await (await caches.open(name)).match(path) : null;
    if (found) return found;
  }
  return fetch(request);
}

/** What other versions have kept goes, once no page can need it. */
async function tidy() {
  if ((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
}

/** A first visit gets what the screens need, and the rest when it is used or the page is at leisure; a new version comes as a whole. */
self.addEventListener("install", (event) => {
  const wanted = self.registration.active ? Object.keys(FILES) : SHELL;
  event.waitUntil(Promise.all(wanted.map(kept)).then(() => !self.registration.active && self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path === null) return;
  if (path in FILES) event.respondWith(kept(path));
  else if (path.startsWith("web/")) event.respondWith(ofOther(event.request, path));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
  if (event.data === "keep all") event.waitUntil(Promise.all(Object.keys(FILES).map(kept)).then(tidy));
});
