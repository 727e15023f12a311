/** Parts of the admin that no screen needs to be painted: they are loaded when the browser has nothing else to do. */

const waiting = new Set<() => Promise<unknown>>();

/** Loads a part when it is first called, or when the browser is idle. */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  waiting.add(load);
  return load;
}

/** Loads them all, one after the other, so that they are there when they are first needed, and also without a connection. */
export async function loadWaiting(): Promise<void> {
  for (const load of [...waiting]) {
    await idle();
    // One that cannot be loaded now is asked for again when it is needed, and says so then.
    await load().catch(() => null);
  }
}

/** A screen that is not complete after this time no longer keeps the rest waiting. */
const completeMsMax = 4_000;

/** When the screen is complete and the browser has nothing else to do. */
export async function idle(): Promise<void> {
  do await pause();
  while (!isComplete() && performance.now() < completeMsMax);
}

/** Whether it has its title, and nothing on it is still loading. */
const isComplete = () => document.querySelector("h1") !== null && document.querySelector('[aria-busy="true"]') === null;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such function.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => setTimeout(resolve, 20), { timeout: 1_000 });
    else setTimeout(resolve, 100);
  });
