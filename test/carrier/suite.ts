/** One suite for every carrier: what `test/provider/suite.ts` requires of any adapter, and what only carriers do. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { Settings } from "#core/provider/settings";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { missingFrom } from "#core/shipping/carriers/needs";
import type { Booked, BookingRef, BookingRequest, PickupRequest, Rate } from "#core/shipping/carriers/parcel";
import type { TrackEvent } from "#core/shipping/carriers/tracking-events";
import type { Fake } from "../provider/fakes/server.ts";
import { type Operation, operationOf, type RefusalOf, suiteOver } from "../provider/suite.ts";
import { at, toIn } from "./asked.ts";

/** What every fake of a carrier can show. */
export interface CarrierFake extends Fake {
  /** Labels that were bought and not voided. */
  readonly labels: () => number;
  readonly voided: () => number;
  readonly pickups?: () => number;
}

export interface CarrierUnderTest<F extends CarrierFake, Given extends Settings> {
  readonly carrier: Carrier<Given>;
  readonly start: () => Promise<F>;
  readonly settings: (fake: F) => Given;
  readonly secrets: readonly string[];
  readonly lent?: readonly string[];
  readonly undescribed?: readonly string[];
  readonly asked: BookingRequest;
  /** The resulting booking, without its label. */
  readonly booked: (fake: F) => Omit<Booked, "label">;
  readonly booking: BookingRef;
  readonly rates?: readonly Rate[];
  /** A wrong key is refused by everything. */
  readonly wrongKey: RefusalOf<F>;
  readonly refusals: Readonly<Partial<Record<Does, readonly RefusalOf<F>[]>>>;
  /** How many requests each takes. */
  readonly steps?: Readonly<Partial<Record<Does, number>>>;
  /** Scans the parcel; returns the tracking that is expected. */
  readonly scan?: (fake: F) => readonly Partial<TrackEvent>[];
  readonly pickup?: Omit<PickupRequest, "bookings">;
  /** What must have happened there first. */
  readonly prepare?: (fake: F) => Promise<unknown>;
}

/**
 * Parcels that are written differently: to another country with customs lines, with money to collect, without a box,
 * with a title as long as titles can be.
 */
function otherParcels<F extends CarrierFake, Given extends Settings>({
  carrier: { needs },
  asked,
}: CarrierUnderTest<F, Given>): BookingRequest[] {
  const elsewhere = toIn(asked.from.address.country === "NL" ? "US" : "NL");
  const { box: _, ...boxless } = asked;
  const [{ hsCode: __, originCountry: ___, ...uncoded }] = asked.items as [BookingRequest["items"][number]];
  const title = "ñ".repeat(300);
  return [
    ...(needs.to === "anywhere" ? [{ ...asked, to: elsewhere }] : []),
    ...(needs.to === "anywhere"
      ? [{ ...asked, to: elsewhere, items: asked.items.map((item) => ({ ...item, name: title })) }]
      : []),
    { ...asked, items: [{ ...uncoded, name: title }] },
    ...(needs.collects.length > 0 ? [{ ...asked, collect: { amountMinor: 150_050, currency: "INR" } }] : []),
    ...(needs.dimensions ? [] : [boxless]),
  ];
}

type Does = "check" | "rates" | "book" | "label" | "void" | "pickup" | "track";

export function carrierSuite<F extends CarrierFake, Given extends Settings>(test: CarrierUnderTest<F, Given>): void {
  const { carrier, start, settings, secrets, asked, booking, booked, refusals, steps, wrongKey } = test;
  const { code } = carrier;
  const client = (): Http => httpFor({ provider: code, secrets });
  const book = async (fake: F, more: Partial<BookingRequest> = {}) => {
    const http = client();
    return outcomeOf(http, () => carrier.book!.ask(http, settings(fake), { ...asked, ...more }));
  };
  const prepare = async (fake: F) => {
    await test.prepare?.(fake);
    await book(fake);
  };
  const refused = (does: Does) => [wrongKey, ...(refusals[does] ?? [])];
  const step = (does: Does) => (steps?.[does] === undefined ? {} : { steps: steps[does] });
  const reads = (does: Does, ask: Operation<F>["ask"], how: Partial<Operation<F>> = {}): Operation<F> => ({
    does,
    repeats: { how: "freely" },
    ask,
    refusals: refused(does),
    ...step(does),
    ...how,
  });
  const { check, rates, askLabel, track, pickup } = carrier;
  const operations: (Operation<F> | false | undefined)[] = [
    check && reads("check", (http, fake) => check.call(carrier, http, settings(fake))),
    rates && reads("rates", (http, fake) => rates.call(carrier, http, settings(fake), asked)),
    carrier.book &&
      operationOf("book", carrier.book, settings, asked, {
        times: (fake) => fake.labels(),
        refusals: refused("book"),
        ...step("book"),
        ...(test.prepare && { prepare: test.prepare }),
      }),
    askLabel && reads("label", (http, fake) => askLabel.call(carrier, http, settings(fake), booking), { prepare }),
    carrier.void &&
      operationOf("void", carrier.void, settings, booking, {
        times: (fake) => fake.voided(),
        refusals: refused("void"),
        prepare,
        ...step("void"),
      }),
    pickup &&
      test.pickup &&
      operationOf(
        "pickup",
        pickup,
        settings,
        { bookings: [booking], ...test.pickup },
        {
          times: (fake) => fake.pickups!(),
          refusals: refused("pickup"),
          prepare,
          ...step("pickup"),
        },
      ),
    track &&
      reads("track", (http, fake) => track.call(carrier, http, settings(fake), { ...booking, at }) as never, {
        prepare,
      }),
  ];
  suiteOver<F>({
    code,
    start,
    secrets,
    ...(test.lent && { lent: test.lent }),
    ...(test.undescribed && { undescribed: test.undescribed }),
    operations: operations.filter((operation) => !!operation),
    otherwise: otherParcels(test).flatMap((parcel) => [
      ...(rates && test.rates ? [(http: Http, fake: F) => rates.call(carrier, http, settings(fake), parcel)] : []),
      ...(carrier.book ? [(http: Http, fake: F) => carrier.book!.ask(http, settings(fake), parcel)] : []),
    ]),
  });

  describe(`${code}, as a carrier`, () => {
    it("lacks nothing for the requests in these tests", () => {
      expect(missingFrom(carrier.needs, asked)).toEqual([]);
    });

    if (test.rates && rates) {
      it("lists its services with prices in minor units", async () => {
        const fake = await start();
        expect(await rates.call(carrier, client(), settings(fake), asked)).toEqual({ is: "done", value: test.rates });
        expect(fake.labels()).toBe(0);
      });
    }

    it("returns the number, the price and the label of a booking", async () => {
      const fake = await start();
      await test.prepare?.(fake);
      const outcome = await book(fake);
      expect(outcome).toMatchObject({ is: "done", value: booked(fake) });
      const { bookingId, trackingNumber } = booking;
      expect(outcome).toMatchObject({ value: { bookingId, trackingNumber } });
      if (outcome.is !== "done") return;
      const label = outcome.value.label ?? (await labelOf(fake));
      if (carrier.labelFormats.length === 0) expect(label).toBeNull();
      else expect(carrier.labelFormats).toContain(label?.format);
    });

    const labelOf = async (fake: F) => {
      const outcome = await askLabel?.call(carrier, client(), settings(fake), booking);
      return outcome?.is === "done" ? outcome.value : null;
    };

    if (track) {
      it("does not know a parcel that was never booked", async () => {
        const fake = await start();
        const unbooked = { ...booking, at };
        const outcome = await outcomeOf(client(), () => track.call(carrier, client(), settings(fake), unbooked));
        expect(["absent", "refused"]).toContain(outcome.is);
      });
    }

    if (track && test.scan) {
      it("reports a parcel's tracking, oldest first, and keeps unmapped words", async () => {
        const fake = await start();
        await prepare(fake);
        const expected = test.scan!(fake);
        const outcome = await track.call(carrier, client(), settings(fake), { ...booking, at });
        expect(outcome).toMatchObject({ is: "done", value: { events: expected } });
        const times = outcome.is === "done" ? outcome.value.events.map((event) => event.at.getTime()) : [];
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      });
    }
  });
}
