/** Carriers' webhooks come in any order, some of them twice: a parcel's tracking is the same whichever comes first. */
import { expect, it } from "vitest";
import { trackStatuses } from "#core/contract/parts/order-shapes";
import type { TrackEvent } from "#core/shipping/carriers/tracking-events";
import type { Tracking } from "#core/shipping/parcel.table";
import { mergedEvents } from "#core/shipping/tracking/merge-events";
import fc from "../support/harness/properties.ts";

const event: fc.Arbitrary<TrackEvent> = fc.record({
  // To the minute, so that some have the same time.
  at: fc.integer({ min: 0, max: 4 }).map((minute) => new Date(Date.UTC(2026, 10, 20, 10, minute))),
  place: fc.constantFrom(null, "Pune"),
  words: fc.constantFrom("Seen", "Scanned"),
  status: fc.constantFrom(null, ...trackStatuses),
});

const told = (events: readonly TrackEvent[]) =>
  events.reduce<{ tracking: readonly Tracking[]; status: Tracking["status"] }>(
    ({ tracking }, one) => mergedEvents(tracking, [one]),
    { tracking: [], status: null },
  );
const ending = ({ tracking, status }: ReturnType<typeof told>) => ({ tracking, status });

it("is the same in any order, one by one, twice, or at once", () => {
  const shuffled = fc
    .array(event, { minLength: 1, maxLength: 6 })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
    );
  fc.assert(
    fc.property(shuffled, ([events, again]) => {
      const atOnce = ending(mergedEvents([], events));
      expect(ending(told(events))).toEqual(atOnce);
      expect(ending(told(again))).toEqual(atOnce);
    }),
  );
});

const timeAt = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
type Said = Omit<TrackEvent, "at"> & { readonly at?: Date };

/** The carrier's answer at this hour, merged: what it gives no time for gets that of the question. */
const asked = (tracking: readonly Tracking[], hour: number, ...said: readonly Said[]) => {
  const at = timeAt(hour);
  return mergedEvents(
    tracking,
    said.map((one) => ({ at, ...one })),
    at,
  );
};
const scan = (status: TrackEvent["status"], words = "Scanned"): Said => ({ place: null, words, status });

// They took turns as the newest: with each question the order changed, and its parcel's status with it.
it("has events without a time once, however many there are and how often the carrier is asked", () => {
  const [handed, held, returned] = [
    scan("inTransit", "Handed over"),
    scan("exception", "Held"),
    scan("returned", "Returned"),
  ];
  const first = asked([], 10, handed, held);
  for (let hour = 11; hour < 15; hour++)
    expect(asked(first.tracking, hour, handed, held)).toMatchObject({ ...ending(first), isMore: false });
  const next = asked(first.tracking, 15, handed, held, returned);
  expect(next.tracking.map(({ words }) => words)).toEqual(["Handed over", "Held", "Returned"]);
  expect(asked(next.tracking, 16, handed, held, returned)).toMatchObject({ ...ending(next), isMore: false });
});

// The parcel stayed "exception", because all of it was known.
it("has a state that returns as often as the carrier lists it, although no scan has a time", () => {
  const [going, held] = [scan("inTransit"), scan("exception")];
  const stopped = asked(asked([], 10, going).tracking, 11, going, held);
  expect(stopped).toMatchObject({ status: "exception", isNews: true });
  const goesOn = asked(stopped.tracking, 12, going, held, going);
  expect(goesOn).toMatchObject({ status: "inTransit", isNews: true });
  expect(goesOn.tracking.map(({ status }) => status)).toEqual(["inTransit", "exception", "inTransit"]);
  expect(asked(goesOn.tracking, 13, going, held, going)).toMatchObject({ ...ending(goesOn), isMore: false });
  // Two of the same in the first answer are no news in the next one.
  const both = asked([], 10, going, going, held);
  expect(both.status).toBe("exception");
  expect(asked(both.tracking, 11, going, going, held)).toMatchObject({ ...ending(both), isMore: false });
});

// It was the newest again after each scan: a parcel that had arrived was held.
it("has a scan without a time once, however many scans with one follow", () => {
  const held = scan("exception", "Held");
  const scans = (
    [
      [9, "inTransit"],
      [11, "outForDelivery"],
      [13, "delivered"],
    ] as const
  ).map(([hour, status]) => {
    return { ...scan(status), at: timeAt(hour) };
  });
  const first = asked([], 10, ...scans.slice(0, 1), held);
  const next = asked(first.tracking, 12, ...scans.slice(0, 2), held);
  const last = asked(next.tracking, 14, ...scans, held);
  expect(last.status).toBe("delivered");
  expect(last.tracking.map(({ status }) => status)).toEqual(["inTransit", "exception", "outForDelivery", "delivered"]);
});

// Those that were cut off came back as the newest with each question, and pushed out the others.
it("does not change with each question if more events have no time than are kept", () => {
  const scans = Array.from({ length: 70 }, (_, nth) => scan(null, `Scan ${nth}`));
  const first = asked([], 10, ...scans);
  expect(first.tracking).toHaveLength(60);
  expect(asked(first.tracking, 11, ...scans)).toMatchObject({ ...ending(first), isMore: false });
});
