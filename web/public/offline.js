// A service worker. It keeps what was last viewed for reading offline: the page with its scripts, and the answers
// about orders, stock and products. The network always comes first. An answer from the cache has the header `x-kept-at`,
// and the page shows how old it is: web/shell/offline-bar.tsx.

/** The names of the two caches. The page deletes the one for answers on sign-in and sign-out: web/api/kept.ts. */
const program = "program";
const answers = "answers";

/** More requests than anyone looks back at. */
const keptMax = 120;
/** Longer than a shift. On the next day, nothing can be read offline on this computer. */
const keptMsMax = 12 * 3_600_000;
/** If the network neither answers nor fails, the kept answer is shown after this time. */
const patienceMs = 8_000;

const areas = /^\/api\/admin\/(session|store|views|orders|products|variants|inventory|locations|channels)(\/|$)/;
/** The page shows nothing without these two, so they are not counted. */
const always = /^\/api\/admin\/(session|store)$/;
/** Files of the page other than its assets. */
const files = ["/boot.js", "/icon.svg"];
/** Paths on the same host that are not screens of the admin. */
const elsewhere = /^\/(api|files|media|shop)(\/|$)/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// From web/shell/keep-offline.ts, once the page has loaded: the URLs of its scripts.
addEventListener("message", (event) => event.waitUntil(Promise.all([keepProgram(event.data), dropOld()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !elsewhere.test(pathname)) event.respondWith(orKept(request, "/"));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (files.includes(pathname)) event.respondWith(orKept(request, pathname));
  else if (areas.test(pathname)) event.respondWith(answer(event));
});

async function orKept(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(program)).match(path);
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content. */
async function asset(request) {
  const cache = await caches.open(program);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/**
 * The cache is opened before the request is sent. If it is deleted meanwhile by a sign-out, an answer that is put into it
 * later is gone too.
 */
async function answer(event) {
  const { request } = event;
  const opened = caches.open(answers);
  const asked = fetch(request);
  event.waitUntil(
    asked.then(
      async (response) => keep(await opened, request, response),
      () => {},
    ),
  );
  try {
    return (await Promise.race([asked, outOfPatience()])).clone();
  } catch {
    const kept = await (await opened).match(request);
    return kept && ageOf(kept) < keptMsMax ? kept : asked;
  }
}

async function keep(cache, request, response) {
  if (response.status === 401) await caches.delete(answers);
  else if (response.status === 403 || response.status === 404) await cache.delete(request);
  if (!response.ok || !response.headers.get("content-type")?.includes("json")) return;
  const headers = { "content-type": "application/json", "x-kept-at": new Date().toISOString() };
  await cache.put(request, new Response(await response.clone().blob(), { headers }));
  await trim(cache);
}

const outOfPatience = () => new Promise((_, reject) => setTimeout(() => reject(new Error("No answer.")), patienceMs));

const ageOf = (kept) => Date.now() - Date.parse(kept.headers.get("x-kept-at"));

/** Removes the oldest first: entries that are put again move to the end. */
async function trim(cache) {
  const counted = (await cache.keys()).filter(({ url }) => !always.test(new URL(url).pathname));
  await Promise.all(counted.slice(0, -keptMax).map((request) => cache.delete(request)));
}

async function dropOld() {
  if (!(await caches.has(answers))) return;
  const cache = await caches.open(answers);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept && ageOf(kept) > keptMsMax) await cache.delete(request);
  }
}

/**
 * Keeps the current page, with the scripts that it needs for orders. It replaces the previous page only once all of them
 * are stored, because an incomplete page would show nothing.
 */
async function keepProgram(loaded) {
  const cache = await caches.open(program);
  const page = await fetch("/");
  const text = await page.clone().text();
  const before = await (await cache.match("/"))?.text();
  const parts = JSON.parse(/<script type="application\/json" id="parts">(.*?)<\/script>/s.exec(text)?.[1] ?? "{}");
  const needed = [
    ...[...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path),
    ...["/orders", "/orders/$id"].flatMap((screen) => parts[screen] ?? []).map((name) => `/assets/${name}`),
  ];
  const wanted = new Set([...files, ...needed, ...loaded]);
  if (before !== text)
    for (const request of await cache.keys()) if (isOld(request, wanted)) await cache.delete(request);
  for (const path of wanted) if (files.includes(path) || !(await cache.match(path))) await cache.add(path);
  await cache.put("/", page);
}

const isOld = ({ url }, wanted) => {
  const { pathname } = new URL(url);
  return pathname !== "/" && !wanted.has(pathname);
};
