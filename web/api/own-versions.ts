/**
 * Versions that this tab has just made by saving. A screen has the version before until it has fetched its record
 * again: what is saved meanwhile would be refused as if someone else had changed the record.
 */
const made = new Map<string, { readonly before: number; readonly now: number }>();

/** The version to send for a record: one that this tab has made since the version on screen, or else that on screen. */
export function ownVersion(input: object, onScreen: number | undefined): number | undefined {
  const own = made.get(idOf(input));
  // Several saves may have followed each other, and the screen may have fetched one of the versions between.
  return own && onScreen !== undefined && own.before <= onScreen && onScreen < own.now ? own.now : onScreen;
}

/** Notes that a save on top of the version `before` has made the one in the answer. */
export function noteOwnVersion(input: object, before: number | undefined, answer: unknown): void {
  const now = versionOf(input, answer);
  if (before !== undefined && now !== undefined) made.set(idOf(input), { before, now });
}

/** To be called once every screen has fetched the version in the answer, or will fetch it before it is shown. */
export function forgetOwnVersion(input: object, answer: unknown): void {
  if (made.get(idOf(input))?.now === versionOf(input, answer)) made.delete(idOf(input));
}

const idOf = (record: object): string => ("id" in record ? String(record.id) : "");

/** The version in an answer, unless that is another record, with a version of its own. */
function versionOf(input: object, answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null || !("version" in answer)) return undefined;
  if (idOf(answer) !== idOf(input)) return undefined;
  return typeof answer.version === "number" ? answer.version : undefined;
}
