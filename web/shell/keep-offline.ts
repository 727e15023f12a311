/** Lets the browser keep what is seen, so that it can be read when the network is gone: public/offline.js does. */

/** Browsers allow it only over TLS and on one's own machine. Elsewhere one sees nothing when the network is gone. */
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
