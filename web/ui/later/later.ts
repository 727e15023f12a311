/** Parts of the admin that no screen needs for its first paint: loaded when the browser is idle. */

const waiting = new Set<() => Promise<unknown>>();

/** Loads a part when it is first called, or when the browser is idle. */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  waiting.add(load);
  return load;
}

/**
 * Loads a part, and if that fails, once more under a new URL: Chromium remembers an import that failed, and refuses it
 * until the page is reloaded.
 */
export const loadPart = <Part extends { readonly default: unknown }>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async (error: unknown) => {
    const [url] = /http\S+\.js$/.exec(String(error)) ?? [];
    const part = url && (await import(/* @vite-ignore */ `${url}?${Date.now()}`));
    // The build gives the exports of modules that share a script other names.
    if (!part?.default) throw error;
    return part;
  });

/** Loads them all, one after the other, so that they are available when first needed, even offline. */
export async function loadWaiting(): Promise<void> {
  for (const load of [...waiting]) {
    await idle();
    // If one fails to load now, it is loaded again when needed (`loadPart`), and an error is reported then.
    await load().catch(() => null);
  }
}

/** The rest does not wait longer than this for a screen to be complete. */
const completeMsMax = 4_000;

/** Resolves when the screen is complete and the browser is idle. */
export async function idle(): Promise<void> {
  do await pause();
  while (!isComplete() && performance.now() < completeMsMax);
}

/** Whether the screen has its title, and nothing on it is still loading. */
const isComplete = () => document.querySelector("h1") !== null && document.querySelector('[aria-busy="true"]') === null;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such function.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => setTimeout(resolve, 20), { timeout: 1_000 });
    else setTimeout(resolve, 100);
  });
