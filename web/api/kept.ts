/** Answers of the store that the browser has kept for offline use: web/public/offline.js. */

const keptAt = new WeakMap<object, number>();

/** Records when an answer was kept, if it comes from there. */
export function noteKept(answer: unknown, headers: Headers): void {
  const at = Date.parse(headers.get("x-kept-at") ?? "");
  if (!Number.isNaN(at) && typeof answer === "object" && answer !== null) keptAt.set(answer, at);
}

/** When an answer, or the oldest of its pages, was kept; undefined if it is fresh from the store. */
export function keptAtOf(answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const pages = "pages" in answer && Array.isArray(answer.pages) ? answer.pages : [answer];
  const times = pages.flatMap((page) => keptAt.get(page) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Available in browsers over TLS. Declared here because the tests, which also load this file, do not have it. */
declare const caches: { readonly delete: (name: string) => Promise<boolean> };

/** Deletes all kept answers from this computer. */
export async function clearAnswers(): Promise<void> {
  if ("caches" in globalThis) await caches.delete("answers");
}
