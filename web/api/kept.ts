/** What the browser has kept of the store's answers, for when the store cannot be reached: web/public/offline.js. */

const keptAt = new WeakMap<object, number>();

/** Notes of an answer when it was kept, if it comes from there. */
export function noteKept(answer: unknown, headers: Headers): void {
  const at = Date.parse(headers.get("x-kept-at") ?? "");
  if (!Number.isNaN(at) && typeof answer === "object" && answer !== null) keptAt.set(answer, at);
}

/** When an answer was kept, or the oldest of its pages; undefined where the store has just given it. */
export function keptAtOf(answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const pages = "pages" in answer && Array.isArray(answer.pages) ? answer.pages : [answer];
  const times = pages.flatMap((page) => keptAt.get(page) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** As browsers have it over TLS. The tests, which read this too, have none. */
declare const caches: { readonly delete: (name: string) => Promise<boolean> };

/** Nothing that somebody has seen is left on this computer. */
export async function forgetAnswers(): Promise<void> {
  if ("caches" in globalThis) await caches.delete("answers");
}
