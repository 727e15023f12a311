/** Carriers' webhooks come in any order, some of them twice: a parcel's tracking is the same whichever comes first. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { trackStatuses } from "#core/contract/order-shapes";
import type { TrackEvent } from "#core/shipping/carriers/tracking-events";
import type { Tracking } from "#core/shipping/parcel.table";
import { mergedEvents } from "#core/shipping/tracking/merge-events";

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

// They took turns as the newest: with each question the order changed, and its parcel's status with it.
it("has events without a time once, however many there are and how often the carrier is asked", () => {
  const event = (words: string, status: TrackEvent["status"]) => ({ place: null, words, status });
  const reported = [event("Handed over", "inTransit"), event("Held", "exception")];
  const asks = (tracking: readonly Tracking[], hour: number, more: typeof reported = []) => {
    const at = new Date(Date.UTC(2026, 10, 20, hour));
    return mergedEvents(
      tracking,
      [...reported, ...more].map((one) => ({ ...one, at })),
      at,
    );
  };
  const first = asks([], 10);
  for (let hour = 11; hour < 15; hour++)
    expect(asks(first.tracking, hour)).toMatchObject({ ...ending(first), isMore: false });
  const returned = [event("Returned", "returned")];
  const next = asks(first.tracking, 15, returned);
  expect(next.tracking.map(({ words }) => words)).toEqual(["Handed over", "Held", "Returned"]);
  expect(asks(next.tracking, 16, returned)).toMatchObject({ ...ending(next), isMore: false });
});

// The parcel stayed "exception", because all of it was known.
it("has a state that returns as often as the carrier lists it, although no scan has a time", () => {
  const scan = (status: TrackEvent["status"]) => ({ place: null, words: "Scanned", status });
  const [going, held] = [scan("inTransit"), scan("exception")];
  const asks = (tracking: readonly Tracking[], hour: number, ...reported: readonly Omit<TrackEvent, "at">[]) => {
    const at = new Date(Date.UTC(2026, 10, 20, hour));
    return mergedEvents(
      tracking,
      reported.map((one) => ({ ...one, at })),
      at,
    );
  };
  const stopped = asks(asks([], 10, going).tracking, 11, going, held);
  expect(stopped).toMatchObject({ status: "exception", isNews: true });
  const goesOn = asks(stopped.tracking, 12, going, held, going);
  expect(goesOn).toMatchObject({ status: "inTransit", isNews: true });
  expect(goesOn.tracking.map(({ status }) => status)).toEqual(["inTransit", "exception", "inTransit"]);
  expect(asks(goesOn.tracking, 13, going, held, going)).toMatchObject({ ...ending(goesOn), isMore: false });
  // Two of the same in the first answer are no news in the next one.
  const both = asks([], 10, going, going, held);
  expect(both.status).toBe("exception");
  expect(asks(both.tracking, 11, going, going, held)).toMatchObject({ ...ending(both), isMore: false });
});

// It was the newest again after each scan: a parcel that had arrived was held.
it("has a scan without a time once, however many scans with one follow", () => {
  const asks = (tracking: readonly Tracking[], hour: number, ...scans: readonly TrackEvent[]) => {
    const at = new Date(Date.UTC(2026, 10, 20, hour));
    return mergedEvents(tracking, [...scans, { at, place: null, words: "Held", status: "exception" }], at);
  };
  const scan = (hour: number, status: TrackEvent["status"]): TrackEvent => {
    return { at: new Date(Date.UTC(2026, 10, 20, hour)), place: null, words: "Scanned", status };
  };
  const first = asks([], 10, scan(9, "inTransit"));
  const next = asks(first.tracking, 12, scan(9, "inTransit"), scan(11, "outForDelivery"));
  const last = asks(next.tracking, 14, scan(9, "inTransit"), scan(11, "outForDelivery"), scan(13, "delivered"));
  expect(last.status).toBe("delivered");
  expect(last.tracking.map(({ status }) => status)).toEqual(["inTransit", "exception", "outForDelivery", "delivered"]);
});

// Those that were cut off came back as the newest with each question, and pushed out the others.
it("does not change with each question if more events have no time than are kept", () => {
  const asks = (tracking: readonly Tracking[], hour: number) => {
    const at = new Date(Date.UTC(2026, 10, 20, hour));
    const scans = Array.from({ length: 70 }, (_, nth) => ({ at, place: null, words: `Scan ${nth}`, status: null }));
    return mergedEvents(tracking, scans, at);
  };
  const first = asks([], 10);
  expect(first.tracking).toHaveLength(60);
  expect(asks(first.tracking, 11)).toMatchObject({ ...ending(first), isMore: false });
});
