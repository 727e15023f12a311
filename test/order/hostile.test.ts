import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { nothingChanged, sentOrder, somebody } from "../support/given/orders.ts";
import fc from "../support/harness/properties.ts";

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom<unknown>(-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, "12,5", "", " ", "\0", "\ud800", [], {}, null, [[]]),
);

// A fault tells the caller nothing and wakes someone up; an invalid request must be told what is wrong with it.
it("answers any value in any field of any write with success or a refusal, never with a fault", {
  timeout: 120_000,
}, async () => {
  const { made, place } = await sentOrder(1);
  const [line] = made.lines;
  const [sent] = made.parcels;
  const id = made.id;
  const asked = [
    {
      op: order.create,
      input: {
        ...somebody,
        lines: [{ variantId: place.variantId, quantity: 1 }],
        channel: "web",
        shippingMinor: 0,
        discountCode: "X",
        note: "n",
      },
    },
    {
      op: order.editLines,
      input: { id, add: [], change: [], remove: [], shippingMinor: 1, discountCode: "X", dryRun: true },
    },
    { op: order.editDetails, input: { id, email: "a@example.com", name: "A", phone: null, address: somebody.address } },
    { op: order.addNote, input: { id, text: "n" } },
    { op: order.cancel, input: { id, reason: "r" } },
    { op: order.closeRest, input: { id: (await sentOrder(3)).made.id, reason: "r" } },
    { op: order.markUnpaid, input: { id, paymentId: made.payments[0]!.id } },
    { op: order.tag, input: { id, tags: ["t"] } },
    { op: order.markPaid, input: { id, outcome: "failed", method: "cash", reference: "r", reason: "r" } },
    {
      op: parcel.ship,
      input: {
        id,
        locationId: place.locationId,
        lines: [{ lineId: line!.id, quantity: 1 }],
        service: "s",
        trackingNumber: "t",
        trackingUrl: "https://x.example",
      },
    },
    {
      op: parcel.edit,
      input: { id, parcelId: sent!.id, service: "s", trackingNumber: "t", trackingUrl: null, labelUrl: null },
    },
    { op: returns.record, input: { id, lines: [{ lineId: line!.id, quantity: 1, restock: false }], reason: "r" } },
  ];
  const choice = fc.nat(asked.length - 1).chain((place) => {
    const inBody = Object.keys(asked[place]!.input).filter((field) => !["id", "parcelId"].includes(field));
    return fc.record({ place: fc.constant(place), field: fc.constantFrom(...inBody, "extra"), value: odd });
  });
  await fc.assert(
    fc.asyncProperty(choice, async ({ place, field, value }) => {
      const { op, input } = asked[place]!;
      expect((await call(op, { ...input, [field]: value } as never)).status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  await nothingChanged(async () => {
    for (const { op, input } of asked) {
      expect((await call(op, { ...input, extra: 1 } as never)).status).toBe(400);
    }
  });
});
