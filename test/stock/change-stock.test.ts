import { afterAll, describe, expect, it } from "vitest";
import { auditEntries } from "#core/audit/audit.table";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { AllocationKind } from "#core/contract/stock";
import * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { desc, eq } from "#core/db/drizzle";
import type { Place } from "#core/stock/ledger";
import { movements, stockLevels } from "#core/stock/stock.table";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { allocationOf, anAllocation } from "../support/given/allocations.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder } from "../support/given/orders.ts";
import {
  aStockroom,
  aVariantInStock,
  closes,
  expectStockToAddUp,
  receives,
  stockLevelAt,
} from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const at = ({ variantId, locationId }: Place) => ({ id: variantId, locationId });
const ledgerOf = ({ variantId }: Place) =>
  db().select().from(movements).where(eq(movements.variantId, variantId)).orderBy(desc(movements.id));

const changes = [
  ["receive", stock.receive, {}],
  ["adjust", stock.adjust, { reason: "Broken" }],
  ["count", stock.count, {}],
] as const;

describe.each(changes)("stock.%s", (name, op, extra) => {
  it("returns the balance, enters it in the ledger and leaves an audit entry", async () => {
    const place = await aVariantInStock(5);
    const answer = await call(op, { ...at(place), ...extra, quantity: 3 } as Asked<typeof op>);
    const onHand = name === "count" ? 3 : 8;
    expect(answer).toMatchObject({
      status: 200,
      body: {
        level: { ...place, onHand, reserved: 0, committed: 0, available: onHand },
        displaced: [],
        served: [],
      },
    });
    const [entry, opening] = await ledgerOf(place);
    expect(entry).toMatchObject({ kind: name, onHandChange: onHand - 5, onHand, actorKind: "key" });
    expect(opening).toMatchObject({ kind: "opening", onHandChange: 5, onHand: 5 });
    const [audited] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, place.variantId))
      .orderBy(desc(auditEntries.id));
    expect(audited).toMatchObject({
      ...{ action: `stock.${name}`, changeId: entry?.changeId, subjectType: "variant" },
      ...{ before: { onHand: 5 }, after: { onHand, locationId: place.locationId } },
    });
  });

  it("enters the first stock of a variant at a location as its opening", async () => {
    const place = await aVariantInStock(0);
    await call(op, { ...at(place), ...extra, quantity: 4 } as Asked<typeof op>);
    expect(await ledgerOf(place)).toMatchObject([{ kind: "opening", onHand: 4 }]);
  });

  // The empty locations of a new shop are counted before its first delivery.
  it("does so too if the location was counted as empty before, but not if it has been emptied since", async () => {
    const place = await aVariantInStock(0);
    await receives({ ...place, locationId: await aStockroom() }, 5);
    const few = { ...at(place), ...extra, quantity: 4 } as Asked<typeof op>;
    await call(stock.count, { ...at(place), quantity: 0 });
    await call(op, few);
    await call(stock.count, { ...at(place), quantity: 0 });
    await call(op, few);
    const kinds = (await ledgerOf(place)).map(({ kind }) => kind);
    expect(kinds).toEqual([name, "count", "opening", "count", "opening"]); // the last at another location
  });

  it("refuses if the stock level is not the expected one, and otherwise continues", async () => {
    const place = await aVariantInStock(5);
    const asked = { ...at(place), ...extra, quantity: 3 };
    expect(await call(op, { ...asked, expectedOnHand: 4 } as Asked<typeof op>)).toMatchObject({
      ...{ status: 409, body: { error: { code: "stock.counted", detail: { expectedOnHand: 4, onHand: 5 } } } },
    });
    expect(await ledgerOf(place)).toHaveLength(1);
    expect(await call(op, { ...asked, expectedOnHand: 5 } as Asked<typeof op>)).toMatchObject({ status: 200 });
  });

  // "12,5" read as 12, or "abc" as 0, has written off stock levels elsewhere.
  const wrong = [
    1.5,
    "12,5",
    "12",
    "abc",
    2 ** 31,
    Number.NaN,
    null,
    true,
    [1],
    1_000_001,
    ...(name === "count" ? [-1] : [0]),
  ];
  it.each(name === "receive" ? [...wrong, -1] : wrong)(
    "refuses the quantity %j, and changes nothing",
    async (quantity) => {
      const place = await aVariantInStock(5);
      const answer = await call(op, { ...at(place), ...extra, quantity } as Asked<typeof op>);
      expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path: "quantity" }] } } } });
      expect(await stockLevelAt(place)).toMatchObject({ onHand: 5 });
      expect(await ledgerOf(place)).toHaveLength(1);
    },
  );

  it.each([
    ["a variant that is not there", { id: "var_00000000000000000000000000" }, 404, "variant.unknown"],
    ["a location that is not there", { locationId: "loc_00000000000000000000000000" }, 404, "location.unknown"],
  ])("refuses %s", async (_, field, status, code) => {
    const asked = { ...at(await aVariantInStock(0)), ...extra, quantity: 1, ...field };
    expect(await call(op, asked as Asked<typeof op>)).toMatchObject({ status, body: { error: { code } } });
  });

  it("refuses a closed location and an untracked variant", async () => {
    const [closed, untracked] = [await aVariantInStock(0), await aVariantInStock(0, { trackStock: false })];
    await closes(closed.locationId);
    for (const [place, code] of [
      [closed, "location.closed"],
      [untracked, "stock.untracked"],
    ] as const) {
      const answer = await call(op, { ...at(place), ...extra, quantity: 1 } as Asked<typeof op>);
      expect(answer).toMatchObject({ status: 409, body: { error: { code } } });
    }
  });

  it("is closed to those without the right, and to a vendor login with it", async () => {
    const asked = { ...at(await aVariantInStock(0)), ...extra, quantity: 1 } as Asked<typeof op>;
    const as = await aKey({ role: "staff" });
    expect(await call(op, asked, { as })).toMatchObject({ status: 403, body: { error: { code: "right.missing" } } });
    expect(op).toMatchObject({ right: "inventory.write", vendor: "closed" });
  });

  it("adds up when twenty do it at once", async () => {
    const place = await aVariantInStock(5);
    const asked = { ...at(place), ...extra, quantity: 2 } as Asked<typeof op>;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(op, asked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stockLevelAt(place)).toMatchObject({ onHand: name === "count" ? 2 : 45 });
  });

  it("creates one balance if two add the first stock at the same time", async () => {
    const place = await aVariantInStock(0);
    const asked = { ...at(place), ...extra, quantity: 2 } as Asked<typeof op>;
    const answers = await Promise.all([call(op, asked), call(op, asked)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ledgerOf(place)).map(({ kind }) => kind)).toEqual([name, "opening"]);
  });
});

describe("stock.adjust", () => {
  it("removes what is available and refuses what is allocated, with the numbers", async () => {
    const place = await aVariantInStock(5);
    await anAllocation(place.variantId, 3);
    const down = (quantity: number) => call(stock.adjust, { ...at(place), quantity, reason: "Lost" });
    expect(await down(-3)).toMatchObject({
      status: 409,
      body: { error: { code: "stock.allocated", detail: { onHand: 5, reserved: 3, committed: 0, available: 2 } } },
    });
    expect(await down(-2)).toMatchObject({ status: 200, body: { level: { onHand: 3, available: 0 } } });
  });

  it("asks for a reason", async () => {
    const place = await aVariantInStock(5);
    expect(await call(stock.adjust, { ...at(place), quantity: 1, reason: " " })).toMatchObject({ status: 400 });
  });
});

describe("stock.receive", () => {
  it("fills backorders, oldest order first, and reports it, even if it is not enough", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const [newer, older] = [
      await anAllocation(place.variantId, 2, { placedAt: new Date("2026-02-02") }),
      await anAllocation(place.variantId, 3, { placedAt: new Date("2026-01-01"), kind: "committed" }),
    ];
    const answer = await call(stock.receive, { ...at(place), quantity: 4 });
    expect(answer.body).toMatchObject({
      level: { onHand: 4, reserved: 1, committed: 3, available: 0 },
      served: [
        { orderId: older.orderId, orderNumber: older.number, lineId: older.lineId, quantity: 3 },
        { orderId: newer.orderId, quantity: 1 },
      ],
    });
    expect(await allocationOf(newer)).toMatchObject({ allocations: [{ quantity: 1 }], backordered: 1 });
  });

  // Otherwise the customer who has paid waits for goods that go to someone who may never pay.
  it("serves confirmed orders before those awaiting payment, the oldest first in each group", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const backorder = (kind: AllocationKind, day: string) =>
      anAllocation(place.variantId, 2, { kind, placedAt: new Date(day) });
    const unpaid = await backorder("reserved", "2026-01-01");
    const unpaidLater = await backorder("reserved", "2026-01-03");
    const paid = await backorder("committed", "2026-02-01");
    const paidLater = await backorder("committed", "2026-02-02");
    const { body: seen } = await call(stock.read, { id: place.variantId });
    const inLine = [paid, paidLater, unpaid, unpaidLater].map(({ orderId }) => orderId);
    expect(seen.backorders.map(({ orderId, kind }) => [orderId, kind])).toEqual(
      inLine.map((orderId, at) => [orderId, at < 2 ? "committed" : "reserved"]),
    );
    const { body } = await call(stock.receive, { ...at(place), quantity: 5 });
    expect(body.served).toMatchObject([
      { orderId: paid.orderId, quantity: 2 },
      { orderId: paidLater.orderId, quantity: 2 },
      { orderId: unpaid.orderId, quantity: 1 },
    ]);
    expect(await allocationOf(unpaidLater)).toMatchObject({ backordered: 2 });
  });

  it("serves an order that was paid meanwhile ahead of older ones that were not, and behind them once it is unpaid again", async () => {
    const place = await aVariantInStock(1, { continueSelling: true });
    const units = [{ place, quantity: 1 }];
    const first = await anOrder({ lines: units });
    const [older, newer] = [await anOrder({ lines: units }), await anOrder({ lines: units })];
    await call(order.markPaid, { id: newer.id, method: "cash" });
    await call(order.cancel, { id: first.id });
    const backorderedOf = async ({ id }: order.Order) => (await call(order.read, { id })).body.lines[0]!.backordered;
    expect([await backorderedOf(older), await backorderedOf(newer)]).toEqual([1, 0]);
    const newest = await anOrder({ lines: units, paid: true });
    await call(order.markUnpaid, { id: newest.id });
    await call(stock.receive, { ...at(place), quantity: 1 });
    expect([await backorderedOf(older), await backorderedOf(newest)]).toEqual([0, 1]);
  });

  // If each batch listed all lines seen so far, a delivery of 10,000 would hold its locks for minutes.
  it("serves more lines than one batch, continuing from the last instead of listing all before it", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    for (let n = 0; n < 230; n++) {
      await anAllocation(place.variantId, 1, { kind: n % 2 === 0 ? "reserved" : "committed" });
    }
    const made = await statementsOf(async () => {
      const { body } = await call(stock.receive, { ...at(place), quantity: 225 });
      expect(body.served).toHaveLength(225);
      expect(body.level).toMatchObject({ committed: 115, reserved: 110, available: 0 });
    });
    const looks = made.filter(({ text }) => text.includes("skip locked"));
    expect(looks).toHaveLength(3);
    for (const { parameters } of looks) expect(parameters.join().length).toBeLessThan(200);
  });

  it("refuses more than a location can hold", async () => {
    const place = await aVariantInStock(1);
    // Through normal movements this would take a thousand deliveries.
    const set = (onHand: number) =>
      db().update(stockLevels).set({ onHand }).where(eq(stockLevels.variantId, place.variantId));
    await set(1_000_000_000);
    const answer = await call(stock.receive, { ...at(place), quantity: 1 });
    await set(1);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "stock.tooMuch",
          message: expect.stringContaining("a location can hold"),
          detail: { variantId: place.variantId, onHandMax: 1_000_000_000 },
        },
      },
    });
  });

  // A delivery is received once, however often the button is pressed.
  it("receives once for one Idempotency-Key, even if called twice at once", async () => {
    const place = await aVariantInStock(0);
    const headers = { "idempotency-key": "lorry-7" };
    const ask = () => call(stock.receive, { ...at(place), quantity: 4 }, { headers });
    const answers = await Promise.all([ask(), ask()]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers.filter((one) => one.headers["idempotent-replayed"])).toHaveLength(1);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 4 });
  });
});

describe("stock.count", () => {
  const count = (place: Place, quantity: number, expectedOnHand?: number) =>
    call(stock.count, { ...at(place), quantity, ...(expectedOnHand !== undefined && { expectedOnHand }) });

  it("is entered even if nothing changes, or there is nothing", async () => {
    const [place, empty] = [await aVariantInStock(5), await aVariantInStock(0)];
    await count(place, 5);
    await count(empty, 0);
    expect(await ledgerOf(place)).toMatchObject([{ kind: "count", onHandChange: 0, onHand: 5 }, { kind: "opening" }]);
    expect(await ledgerOf(empty)).toMatchObject([{ kind: "count", onHandChange: 0, onHand: 0 }]);
  });

  // Two people count the same stock level; the second saw the number that the first has since corrected.
  it("lets one of two counts that expected the same number through", async () => {
    const place = await aVariantInStock(5);
    const answers = await Promise.all([count(place, 4, 5), count(place, 3, 5)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: "stock.counted", detail: { expectedOnHand: 5 } });
    expect(refused?.body.error?.detail?.["onHand"]).toBe((await stockLevelAt(place)).onHand);
  });

  it("takes stock from the newest allocations if there is less than is allocated, and names them", async () => {
    const place = await aVariantInStock(6);
    const allocations = [];
    for (const day of ["2026-01-03", "2026-01-01", "2026-01-02"]) {
      allocations.push(await anAllocation(place.variantId, 2, { placedAt: new Date(day), kind: "committed" }));
    }
    const [newest, oldest, middle] = allocations;
    const { body } = await count(place, 3);
    expect(body).toMatchObject({
      level: { onHand: 3, committed: 3, available: 0 },
      displaced: [
        { orderId: newest!.orderId, orderNumber: newest!.number, quantity: 2 },
        { orderId: middle!.orderId, quantity: 1 },
      ],
      served: [],
    });
    expect(await allocationOf(newest!)).toEqual({ allocations: [], backordered: 2 });
    expect(await allocationOf(middle!)).toMatchObject({ allocations: [{ quantity: 1 }], backordered: 1 });
    expect(await allocationOf(oldest!)).toMatchObject({ allocations: [{ quantity: 2 }], backordered: 0 });
  });

  // Someone who looks at an order must find out why it waits, though no one has edited it.
  it("records in the history of the variant, and of each order that lost units, what waits", async () => {
    const place = await aVariantInStock(4);
    const elsewhere = await aVariantInStock(1, { ...place, locationId: await aStockroom({ priority: 200 }) });
    const [keeps, loses] = [
      await anOrder({ lines: [{ place, quantity: 2 }] }),
      await anOrder({ lines: [{ place, quantity: 2 }] }),
    ];
    await count(place, 2);
    const line = { orderId: loses.id, orderNumber: loses.number, lineId: loses.lines[0]!.id };
    const felt = { displaced: [{ ...line, quantity: 2 }], served: [{ ...line, quantity: 1 }] };
    const said = (subject: string) =>
      db().select().from(auditEntries).where(eq(auditEntries.subjectId, subject)).orderBy(auditEntries.id);
    expect((await said(place.variantId)).at(-1)).toMatchObject({ action: "stock.count", after: felt });
    expect((await said(keeps.id)).filter(({ action }) => action === "stock.count")).toEqual([]);
    const { items } = (await call(order.timeline, { id: loses.id })).body;
    expect(items.at(-1)).toMatchObject({
      ...{ type: "change", action: "stock.count", by: { name: "owner's key" } },
      after: { variantId: place.variantId, locationId: place.locationId, ...felt },
    });
    expect(await stockLevelAt(elsewhere)).toMatchObject({ onHand: 1, reserved: 1 });
  });

  it("records with each order no lines but its own", async () => {
    const place = await aVariantInStock(2);
    const lines = [{ place, quantity: 1 }];
    const both = [await anOrder({ lines }), await anOrder({ lines })];
    await count(place, 0);
    for (const { id, lines } of both) {
      const { items } = (await call(order.timeline, { id })).body;
      expect(items.at(-1)).toMatchObject({ after: { displaced: [{ lineId: lines[0]!.id }] } });
    }
  });

  it("gives orders that lost units what another location has", async () => {
    const place = await aVariantInStock(2);
    const allocation = await anAllocation(place.variantId, 2);
    const elsewhere = { ...place, locationId: await aStockroom({ priority: 200 }) };
    await receives(elsewhere, 1);
    const { body } = await count(place, 0);
    expect(body).toMatchObject({
      displaced: [{ quantity: 2 }],
      served: [{ orderId: allocation.orderId, quantity: 1 }],
    });
    expect(await allocationOf(allocation)).toEqual({
      allocations: [{ locationId: elsewhere.locationId, quantity: 1 }],
      backordered: 1,
    });
  });
});
