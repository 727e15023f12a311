/**
 * Versions that this tab has just made by saving. A screen has the version before until it has fetched its record
 * again: what is saved meanwhile would be refused as if someone else had changed the record.
 */

/** The version that a save has made, by the record and the version before. */
const made = new Map<string, number>();

/** The version to send for a record: the one that this tab has made since the version on screen, or else that one. */
export function ownVersion(input: object, onScreen: number | undefined): number | undefined {
  let version = onScreen;
  // Several saves may have followed each other.
  for (let next = version; next !== undefined; next = made.get(keyOf(input, next))) version = next;
  return version;
}

/** Notes that a save on top of the version `sent` has made the one in the answer. */
export function noteOwnVersion(input: object, sent: number | undefined, answer: unknown): void {
  const now = versionOf(answer);
  if (sent === undefined || now === undefined || now <= sent) return;
  // An answer that is another record has a version of its own.
  if (keyOf(answer, now) === keyOf(input, now)) made.set(keyOf(input, sent), now);
}

/** To be given the fetch of every record on screen as it begins: forgets the versions that will then be on screen. */
export async function forgetOwnVersions(fetched: Promise<void>): Promise<void> {
  const keys = [...made.keys()];
  await fetched;
  for (const key of keys) made.delete(key);
}

const keyOf = (record: unknown, version: number): string => `${valueIn(record, "id")} ${version}`;

/** The version of an answer that is a versioned record. */
export function versionOf(answer: unknown): number | undefined {
  const version = valueIn(answer, "version");
  return typeof version === "number" ? version : undefined;
}

const valueIn = (record: unknown, name: "id" | "version"): unknown =>
  typeof record === "object" && record ? Reflect.get(record, name) : undefined;
