/** Lets the browser keep viewed data for reading offline, by public/offline.js. */

/** Browsers allow this only over TLS and on localhost. Elsewhere nothing can be read offline. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/offline.js");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  active?.postMessage(
    loaded
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
      .map(({ pathname }) => pathname),
  );
}
