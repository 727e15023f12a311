/** Parses carriers' statuses and times. */
import { plausible } from "#core/provider/fields";
import type { Statuses, TrackEvent, TrackStatus } from "./tracking-events.ts";

/** The status of the first word in the carrier's table; null if there is none. */
export function statusIn(statuses: Statuses, ...words: readonly (string | number | null | undefined)[]) {
  for (const word of words) {
    const key = normalised(word);
    if (Object.hasOwn(statuses, key)) return statuses[key] ?? null;
  }
  return null;
}

const underWay: ReadonlySet<TrackStatus | null> = new Set([
  ...(["inTransit", "outForDelivery", "delivered", "returning", "returned"] as const),
]);

/** Whether a parcel has left its sender: its label can no longer be cancelled. */
export const isUnderWay = (status: TrackStatus | null): boolean => underWay.has(status);

const needsNoScan: ReadonlySet<TrackStatus | null> = new Set([
  ...(["voided", "delivered", "returned", "returning", "exception"] as const),
]);

/**
 * Whether the scans lack the current status: a cancelled label has no scan, and a lost parcel no further one. Scans that
 * went on after an earlier one with it, such as a failed delivery, lack it too, but not those that end with an arrival.
 */
export function isUnscanned(status: TrackStatus | null, scans: readonly TrackEvent[]): boolean {
  if (status === null || !needsNoScan.has(status)) return false;
  const isScanned = scans.some((scan) => scan.status === status);
  return !isScanned || !([status, "delivered", "returned"] as const).some((end) => endsWith(scans, end));
}

/**
 * The time of a current status without one: just after the newest scan, and not when it was asked for, because a scan
 * that is reported later may be older than that. @param at when it was asked for: the time if there is no scan.
 */
export function timeAfter(scans: readonly TrackEvent[], at: Date): Date {
  const last = inOrder(scans).at(-1)?.at;
  return last && last < at ? new Date(last.getTime() + 1) : at;
}

/** In lower case, with single spaces between words. */
export const normalised = (word: string | number | null | undefined): string =>
  String(word ?? "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Builds the table from the carrier's words for each of our statuses. */
export const statusesOf = (words: Readonly<Partial<Record<TrackStatus, readonly string[]>>>): Statuses =>
  Object.fromEntries(
    Object.entries(words).flatMap(
      ([status, list]) => list.map((word): [string, TrackStatus] => [normalised(word), status as TrackStatus]), // Object.entries loses the keys' type
    ),
  );

/**
 * Parses a time with its own offset, otherwise in the given zone; null if it is not one. With a clock time in an
 * unknown format, the start of the day.
 */
export function timeIn(text: string | null | undefined, zone: "Z" | "+05:30" | "+10:00" = "Z"): Date | null {
  const given = (text ?? "").trim().replace(/^(\d{4})[/.](\d\d)[/.](\d\d)/, "$1-$2-$3");
  if (!/^\d{4}-\d\d-\d\d/.test(given)) return null;
  const day = given.slice(0, 10);
  const rest = given.slice(10).replace(/^[T ]+/, "");
  const [, clock = "00:00:00", offset = ""] =
    /^(\d\d:\d\d(?::\d\d)?(?:\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(rest) ?? [];
  return plausible(new Date(`${day}T${clock.slice(0, 12)}${offsetOf(offset) ?? zone}`));
}

/** A time in milliseconds since 1970; null if it is not one. */
export const timeOfMs = (ms: number): Date | null => plausible(new Date(ms));

function offsetOf(text: string): string | null {
  if (text === "") return null;
  if (text === "UTC" || text === "Z") return "Z";
  return text.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
}

/** "23 05 2023 11:43:52", "23-05-2023", "23/05/2023": day first, in Indian time. */
export function dayFirst(text: string | null | undefined): Date | null {
  const [, day, month, year, rest = ""] = /^(\d\d)[ /-](\d\d)[ /-](\d{4})(.*)$/.exec((text ?? "").trim()) ?? [];
  return day === undefined ? null : timeIn(`${year}-${month}-${day}${rest}`, "+05:30");
}

/** Oldest first; events with the same time keep their order. */
export const inOrder = (events: readonly TrackEvent[]): TrackEvent[] =>
  events.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** Whether a status is that of the newest scan: an earlier one with it does not count, because a parcel may go on. */
export function endsWith(scans: readonly TrackEvent[], status: TrackStatus): boolean {
  const known = inOrder(scans).filter((scan) => scan.status !== null);
  const newest = known.at(-1)?.at.getTime();
  return known.some((scan) => scan.at.getTime() === newest && scan.status === status);
}

export const placeOf = (...parts: readonly (string | null | undefined)[]): string | null =>
  parts.filter((part) => part?.trim()).join(", ") || null;

/** The ten digits of an Indian mobile number. Null for any other. */
export function indianPhone(phone: string | undefined): string | null {
  const digits = (phone ?? "").replace(/\D/g, "").replace(/^(?:0|91)(?=\d{10}$)/, "");
  return /^[6-9]\d{9}$/.test(digits) ? digits : null;
}

/** An Indian postal code as a number. */
export const pincode = (text = ""): number => Number(text.replace(/\D/g, ""));
