import type { TrackEvent } from "#core/shipping/carriers/told";
import type { Tracking } from "#core/shipping/parcel.table";

/** A parcel tells more only when it is lost for good; what is kept travels with every event of its order. */
const keptMax = 60;

const nameOf = ({ at, status, words, place }: Tracking): string => JSON.stringify([at, status, words, place]);

export interface Merged {
  readonly tracking: Tracking[];
  /** How it stands, by the newest event with a status of ours. */
  readonly status: Tracking["status"];
  /** Whether it did not stand so before: the same in other words, or at another time, is nothing new. */
  readonly isNews: boolean;
  /** Whether any event was not known before. */
  readonly isMore: boolean;
}

/**
 * What is known and what is told now, each event once, the oldest first by the carrier's own clock.
 * @param askedAt When its carrier was asked: the time of what it gives no time for. Such a state that it said last time, too,
 * began then.
 */
export function mergedEvents(known: readonly Tracking[], told: readonly TrackEvent[], askedAt?: Date): Merged {
  const last = known.at(-1);
  const now = told
    .map(({ at, place, words, status }): Tracking => ({ at: at.toISOString(), place, words, status }))
    .filter(
      (event) => !(last && event.at === askedAt?.toISOString() && nameOf({ ...event, at: last.at }) === nameOf(last)),
    );
  const all = new Map([...known, ...now].map((event) => [nameOf(event), event]));
  const tracking = [...all.values()].toSorted(byTime).slice(-keptMax);
  const before = new Set(known.map(nameOf));
  const states = statesIn(tracking);
  const status = states.at(-1)?.status ?? null;
  const since = states.slice(states.findLastIndex((event) => event.status !== status) + 1);
  return {
    tracking,
    status,
    isNews: since.length > 0 && !since.some((event) => before.has(nameOf(event))),
    isMore: tracking.some((event) => !before.has(nameOf(event))),
  };
}

const ends: ReadonlySet<Tracking["status"]> = new Set(["delivered", "returned", "voided"] as const);

/** Clocks are of minutes, and lists begin at either end: of what happened at the same time, an end comes last. */
const byTime = (a: Tracking, b: Tracking): number =>
  Date.parse(a.at) - Date.parse(b.at) || Number(ends.has(a.status)) - Number(ends.has(b.status));

const onItsWay: ReadonlySet<Tracking["status"]> = new Set([
  "inTransit",
  "outForDelivery",
  "delivered",
  "returning",
  "returned",
] as const);

/**
 * The events that say how it stands. What is on its way never goes back to being booked: that is said without a time while
 * nobody has scanned the parcel, and then stands after what was scanned before it was asked.
 */
function statesIn(tracking: readonly Tracking[]): Tracking[] {
  const hasLeft = tracking.some(({ status }) => onItsWay.has(status));
  return tracking.filter(({ status }) => status !== null && !(hasLeft && status === "booked"));
}
