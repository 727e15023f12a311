import { describe, expect, it } from "vitest";
import type { Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { anOrder, nothingChanged, sentOrder, shipped } from "../support/given/orders.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";

type Made = order.Order;
const lineOf = (made: Made) => made.lines[0]!;
const parcelOf = (made: Made) => ({ parcelId: made.parcels[0]!.id });
const readAgain = async ({ id }: Made) => order.Order.decode((await call(order.read, { id })).body);

const sent = async () => (await shipped(await anOrder({ paid: true }), 1)).order;
const arrived = async () => {
  const made = await sent();
  await call(parcel.deliver, { id: made.id, ...parcelOf(made) });
  return readAgain(made);
};
const returned = async () => {
  const made = await sent();
  await call(returns.record, { id: made.id, lines: [{ lineId: lineOf(made).id, quantity: 1, restock: false }] });
  return readAgain(made);
};

const noteOf = new Map<string, string>();
const noted = async () => {
  const made = await anOrder();
  noteOf.set(made.id, (await call(order.addNote, { id: made.id, text: "Ring twice" })).body.note.id);
  return readAgain(made);
};

/** Every write to an order: its initial state, and the request. */
const writes: readonly [string, Operation, () => Promise<Made>, (made: Made) => object][] = [
  ["order.editLines", order.editLines, anOrder, (made) => ({ change: [{ lineId: lineOf(made).id, quantity: 3 }] })],
  ["order.editDetails", order.editDetails, anOrder, () => ({ name: "Ravi Iyer" })],
  ["order.addNote", order.addNote, anOrder, () => ({ text: "Ring twice" })],
  ["order.removeNote", order.removeNote, noted, (made) => ({ noteId: noteOf.get(made.id) })],
  ["order.cancel", order.cancel, anOrder, () => ({})],
  ["order.markPaid", order.markPaid, anOrder, () => ({ method: "cash" })],
  ["order.markPaid (failed)", order.markPaid, anOrder, () => ({ outcome: "failed" })],
  ["order.markUnpaid", order.markUnpaid, () => anOrder({ paid: true }), () => ({})],
  ["order.tag", order.tag, anOrder, () => ({ tags: ["gift"] })],
  ["order.closeRest", order.closeRest, async () => (await sentOrder(1)).made, () => ({})],
  [
    "parcel.ship",
    parcel.ship,
    () => anOrder({ paid: true }),
    (made) => ({
      locationId: lineOf(made).allocations[0]!.locationId,
      lines: [{ lineId: lineOf(made).id, quantity: 1 }],
    }),
  ],
  ["parcel.edit", parcel.edit, sent, (made) => ({ ...parcelOf(made), service: "Bicycle" })],
  ["parcel.deliver", parcel.deliver, sent, parcelOf],
  ["parcel.undeliver", parcel.undeliver, arrived, parcelOf],
  ["parcel.unship", parcel.unship, sent, parcelOf],
  [
    "returns.record",
    returns.record,
    sent,
    (made) => ({ lines: [{ lineId: lineOf(made).id, quantity: 1, restock: false }] }),
  ],
  ["returns.withdraw", returns.withdraw, returned, (made) => ({ returnId: made.returns[0]!.id })],
];

// A write that does not raise the version lets the next one overwrite what its author has never seen.
describe("every way to write to an order", () => {
  it.each(writes)(
    "%s refuses a stale version, accepts the current one, and raises it by one",
    async (_, op, begin, asked) => {
      const made = await begin();
      const input = { id: made.id, ...asked(made) } as never;
      const ifMatch = (version: number) => ({ headers: { "if-match": `"${version}"` } });
      await nothingChanged(async () => {
        for (const version of [made.version - 1, made.version + 1]) {
          expect(await call(op, input, ifMatch(version))).toMatchObject({
            status: 412,
            body: { error: { code: "version.stale", detail: { version: made.version } } },
          });
        }
      });
      const { status, headers } = await call(op, input, ifMatch(made.version));
      expect(status).toBeLessThan(300);
      expect(headers["etag"]).toBe(`"${made.version + 1}"`);
      expect((await readAgain(made)).version).toBe(made.version + 1);
    },
  );
});

// One delivery of goods serves two hundred orders. If each got a new version, everyone with one of them open would have
// to start over because of something that no one edited (docs/decisions/0012).
it("stock that arrives for a backordered line does not change the version, so that an edit with it succeeds", async () => {
  const place = await aVariantInStock(1, { continueSelling: true });
  const made = await anOrder({ lines: [{ place, quantity: 3 }] });
  await receives(place, 5);
  const served = await readAgain(made);
  expect(served).toMatchObject({ version: made.version, lines: [{ backordered: 0, allocations: [{ quantity: 3 }] }] });
  const headers = { "if-match": `"${made.version}"` };
  const edited = await call(
    order.editLines,
    { id: made.id, change: [{ lineId: lineOf(made).id, quantity: 4 }] },
    { headers },
  );
  expect(edited).toMatchObject({
    status: 200,
    body: { order: { version: made.version + 1, lines: [{ backordered: 0 }] } },
  });
});
