import { firstOf } from "#core/provider/clean";
import type { TrackEvent } from "#core/shipping/carriers/tracking-events";
import type { Tracking } from "#core/shipping/parcel.table";

/** Only a lost parcel has more; all that is kept is part of every event of its order. */
const keptMax = 60;
/** In characters. Carriers' texts are a sentence; anything longer would make their orders too large to be sent. */
const wordsMax = 500;
const placeMax = 200;
/** What a carrier reports has happened, but the time may be that of another zone: the widest apart differ by 26 hours. */
const aheadMsMax = 26 * 3_600_000;

const nameOf = ({ at, status, words, place }: Tracking): string => JSON.stringify([at, status, words, place]);
const timelessNameOf = (event: Tracking): string => nameOf({ ...event, at: "" });

export interface Merged {
  readonly tracking: Tracking[];
  /** From the newest event with one of our statuses. */
  readonly status: Tracking["status"];
  /** Whether the status is new: the same status in other words, or at another time, is not. */
  readonly isNews: boolean;
  /** Whether any event is new. */
  readonly isMore: boolean;
}

/**
 * The known events and the new ones, each once, oldest first by the carrier's own clock.
 * @param askedAt when the carrier was asked or has reported: the time of events that it gives no time for. Several of
 * them are scans, of which those are new that it lists more often than they are known. One alone is a state: it keeps
 * its time if it repeats the last events. An event dated in the future would be the newest until then: it counts as one
 * without a time, not later than those reported with it.
 */
export function mergedEvents(known: readonly Tracking[], reported: readonly TrackEvent[], askedAt?: Date): Merged {
  const isToCome = ({ at }: TrackEvent) => askedAt !== undefined && at.getTime() > askedAt.getTime() + aheadMsMax;
  const newest = reported.filter((event) => !isToCome(event)).toSorted((a, b) => Number(b.at) - Number(a.at))[0]?.at;
  const told = reported.map((one) => {
    const { place, words, status, isState } = one;
    const at = isToCome(one) ? (newest ?? askedAt ?? one.at) : one.at;
    const [where, what] = [place && firstOf(placeMax, place), firstOf(wordsMax, words)];
    const event: Tracking = { at: at.toISOString(), place: where, words: what, status };
    const hasTime = at === one.at && at.getTime() !== askedAt?.getTime();
    const is = isState || (!hasTime && reported.length === 1) ? "state" : hasTime ? "timed" : "timeless";
    return { event, is };
  });
  const those = (kind: (typeof told)[number]["is"]) => told.flatMap(({ event, is }) => (is === kind ? [event] : []));
  const timed = those("timed");
  // Those that are not kept would be the newest ones the next time.
  const timeless = those("timeless").toSorted(byTime).slice(-keptMax);
  const scans = [...timed, ...unknownOf(timeless, known, timed)];
  const latest = those("state").toSorted(byTime).slice(-keptMax);
  const names = new Set(latest.map(timelessNameOf));
  const before = [...known, ...scans].toSorted(byTime).map(timelessNameOf);
  const last = new Set(before.slice(before.findLastIndex((name) => !names.has(name)) + 1));
  const states = latest.filter((event) => !last.has(timelessNameOf(event)));
  const all = new Map([...known, ...scans, ...states].map((event) => [nameOf(event), event]));
  const tracking = [...all.values()].toSorted(byTime).slice(-keptMax);
  const old = new Set(known.map(nameOf));
  const decisive = statesIn(tracking);
  const status = decisive.at(-1)?.status ?? null;
  const since = decisive.slice(decisive.findLastIndex((event) => event.status !== status) + 1);
  return {
    tracking,
    status,
    isNews: since.length > 0 && !since.some((event) => old.has(nameOf(event))),
    isMore: tracking.some((event) => !old.has(nameOf(event))),
  };
}

/** Equal ones that are new at once get times of their own: they would be one, and new again the next time. */
function unknownOf(timeless: readonly Tracking[], known: readonly Tracking[], timed: readonly Tracking[]): Tracking[] {
  const names = new Set(timed.map(nameOf));
  const left = known.filter((event) => !names.has(nameOf(event))).map(timelessNameOf);
  const isNew = timeless.filter((event) => {
    const nth = left.indexOf(timelessNameOf(event));
    if (nth >= 0) left.splice(nth, 1);
    return nth < 0;
  });
  return isNew.map((event, nth) => {
    const equal = isNew.slice(0, nth).filter((other) => nameOf(other) === nameOf(event)).length;
    return { ...event, at: new Date(Date.parse(event.at) - equal).toISOString() };
  });
}

const progress: readonly Tracking["status"][] = [
  ...([null, "booked", "inTransit", "outForDelivery", "exception", "returning"] as const),
  ...(["voided", "returned", "delivered"] as const),
];

/**
 * Times are to the minute, and lists come in either order: at the same time, a parcel is as far on its way as any event
 * says.
 */
function byTime(a: Tracking, b: Tracking): number {
  const isLater = Date.parse(a.at) - Date.parse(b.at) || progress.indexOf(a.status) - progress.indexOf(b.status);
  if (isLater !== 0) return isLater;
  const [mine, other] = [nameOf(a), nameOf(b)];
  return mine < other ? -1 : Number(mine > other);
}

const onItsWay: ReadonlySet<Tracking["status"]> = new Set([
  "inTransit",
  "outForDelivery",
  "delivered",
  "returning",
  "returned",
] as const);

/**
 * The events that determine the status. A parcel on its way never returns to `booked`: carriers report `booked` without
 * a time until the first scan, so it gets the time of asking, which may be later than that scan.
 */
function statesIn(tracking: readonly Tracking[]): Tracking[] {
  const hasLeft = tracking.some(({ status }) => onItsWay.has(status));
  return tracking.filter(({ status }) => status !== null && !(hasLeft && status === "booked"));
}
