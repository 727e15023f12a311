import type { TrackEvent } from "#core/shipping/carriers/told";
import type { Tracking } from "#core/shipping/parcel.table";

/** A parcel tells more only when it is lost for good; what is kept travels with every event of its order. */
const keptMax = 60;

const nameOf = ({ at, status, words, place }: Tracking): string => JSON.stringify([at, status, words, place]);

export interface Merged {
  readonly tracking: Tracking[];
  /** How it stands, by the newest event with a status of ours. */
  readonly status: Tracking["status"];
  /** Whether that event was not known before. */
  readonly isNews: boolean;
}

/** What is known and what is told now, each event once, the oldest first by the carrier's own clock. */
export function mergedEvents(known: readonly Tracking[], told: readonly TrackEvent[]): Merged {
  const now = told.map(({ at, place, words, status }): Tracking => ({ at: at.toISOString(), place, words, status }));
  const all = new Map([...known, ...now].map((event) => [nameOf(event), event]));
  const tracking = [...all.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-keptMax);
  const newest = tracking.findLast(({ status }) => status !== null);
  const isNews = newest !== undefined && !known.some((event) => nameOf(event) === nameOf(newest));
  return { tracking, status: newest?.status ?? null, isNews };
}
