/** `npm run doctor -- --repair`: figures that were changed by hand are computed again from the records. */
import { beforeAll, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as audit from "#core/contract/audit";
import * as order from "#core/contract/order";
import * as returns from "#core/contract/returns";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { repair } from "#core/doctor/repair";
import { createOwner } from "#core/staff/create-owner";
import { writeMovements } from "#core/stock/ledger";
import { call } from "../support/call.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { aGateway, makeCalls, paidThrough } from "../support/given/gateways.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

const run = (statements: string) => db().$client.unsafe(statements).simple();
const mend = () => repair(system("doctor"));

let place: Awaited<ReturnType<typeof aVariantInStock>>;
let paid: order.Order;
let packed: order.Order;
let back: order.Order;

beforeAll(async () => {
  await createOwner({ email: "owner@store.test", password: "a good password" });
  place = await aVariantInStock(100);
  await run(`update locations set is_default = true where id = '${place.locationId}'`);
  const lines = [{ place, quantity: 3 }];
  await anOrder({ lines });
  paid = await anOrder({ lines, paid: true });
  ({ order: packed } = await shipped(await anOrder({ lines, paid: true }), 2));
  ({ order: back } = await shipped(await anOrder({ lines, paid: true }), 3));
  await call(returns.record, { id: back.id, lines: [{ lineId: back.lines[0]!.id, quantity: 1, restock: true }] });
  await anOrder({ lines, discountCode: (await aDiscount()).code });
});

const orderIs = async ({ id }: Pick<order.Order, "id">) => (await call(order.read, { id })).body;

describe("the repair", () => {
  const faults: readonly { what: string; by: number; plant: () => string }[] = [
    { what: "a stock level changed by hand", by: 6, plant: () => "update stock_levels set on_hand = on_hand + 7" },
    { what: "an allocation taken off by hand", by: 6, plant: () => "update stock_levels set reserved = reserved - 1" },
    {
      what: "a balance that is gone",
      by: 6,
      plant: () => `alter table allocations disable trigger all; alter table stock_levels disable trigger all;
        delete from stock_levels;
        alter table allocations enable trigger all; alter table stock_levels enable trigger all`,
    },
    {
      what: "more allocated than orders hold",
      by: 7,
      plant: () => `insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
          on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
        select 'mov_' || reserved, 'chg_1', now(), 'system', 'test', variant_id, location_id, 'reserve', 0, 2, 1,
          on_hand, reserved + 2, committed + 1 from stock_levels;
        update stock_levels set reserved = reserved + 2, committed = committed + 1`,
    },
    {
      what: "a line that lost its allocation",
      by: 8,
      plant: () => `delete from allocations where line_id = '${paid.lines[0]!.id}';
        insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
          on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
        select 'mov_lost', 'chg_1', now(), 'system', 'test', variant_id, location_id, 'release', 0, 0, -3,
          on_hand, reserved, committed - 3 from stock_levels;
        update stock_levels set committed = committed - 3`,
    },
    {
      // It is backordered since the repair before.
      what: "a line whose request is gone",
      by: 8,
      plant: () => `delete from stock_requests where line_id = '${paid.lines[0]!.id}'`,
    },
    {
      what: "a line that waits for too much",
      by: 8,
      plant: () => `update stock_requests set backordered = 5 where order_id = '${paid.id}'`,
    },
    {
      what: "a status that the parcels do not bear out",
      by: 10,
      plant: () => `update orders set status = 'delivered' where id = '${packed.id}'`,
    },
    {
      what: "a line that counts a unit too many as shipped",
      by: 10,
      plant: () => `update order_lines set shipped_quantity = 3 where order_id = '${packed.id}'`,
    },
    {
      what: "a sum that its payments do not add up to",
      by: 11,
      plant: () => `update orders set captured_minor = captured_minor + 1 where id = '${paid.id}'`,
    },
    {
      what: "an order that says unpaid beside its payment",
      by: 11,
      plant: () => `update orders set payment_status = 'unpaid', unpaid_since = now() where id = '${packed.id}'`,
    },
    {
      what: "money given back by hand that no refund tells of",
      by: 12,
      plant: () => `update orders set refunded_minor = 1 where id = '${paid.id}'`,
    },
    {
      what: "a return that nobody recorded",
      by: 13,
      plant: () => `update order_lines set returned_quantity = 2 where order_id = '${back.id}'`,
    },
    {
      what: "an order that says nothing came back",
      by: 13,
      plant: () => `update orders set returned = 'none' where id = '${back.id}'`,
    },
    {
      what: "a customer who has ordered and spent too much",
      by: 15,
      plant: () => "update customers set orders = orders + 2, spent_minor = spent_minor + 7, last_order_at = now()",
    },
    {
      what: "a code that counts a use too many",
      by: 15,
      plant: () => "update discounts set used = used + 1",
    },
    {
      what: "a day of the reports that says something else than its orders",
      by: 15,
      plant:
        () => `insert into report_days (day, time_zone, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor,
        foreign_orders) select '2020-02-03', time_zone, 1, 1, 100, 0, 0, 0, 0 from store`,
    },
  ];

  it.each(faults)("fixes $what", async ({ by, plant }) => {
    const before = await Promise.all([paid, packed, back].map(orderIs));
    await run(plant());
    const { tried, examination } = await mend();
    expect(tried.map(({ check }) => check)).toContain(by);
    expect(tried.every(({ mended }) => mended)).toBe(true);
    expect(examination.checks.filter(({ status }) => status === "fail")).toEqual([]);
    const after = await Promise.all([paid, packed, back].map(orderIs));
    for (const [index, { status, paymentStatus, balance, parcels, returns }] of before.entries()) {
      expect(after[index]).toMatchObject({ status, paymentStatus, balance, parcels, returns });
    }
  });

  it("leaves a consistent store alone", async () => {
    const { tried, examination } = await mend();
    expect(tried).toEqual([]);
    expect(examination.checks.filter(({ status }) => status === "fail")).toEqual([]);
  });

  it("repairs what it can, even after a hundred that it cannot", async () => {
    await run(`insert into webhook_endpoints (id, url, events, active, secret, secret_last4, created_at, updated_at)
      select 'whe_' || n, 'https://receiver.test/', '{nothing.*}', true, '', '0000', now(), now() from generate_series(1, 100) n`);
    await run("update customers set orders = orders + 1");
    const { tried, examination } = await mend();
    await run("delete from webhook_endpoints where events = '{nothing.*}'");
    expect(tried).toMatchObject([{ check: 15, mended: true }]);
    expect(examination.checks[14]).toMatchObject({ count: 100, rows: { length: 20 } });
  });

  it("does not report as fixed what is still wrong", async () => {
    const line = `select id from order_lines where order_id = '${paid.id}'`;
    await run(`update order_lines set unit_price_minor = unit_price_minor + 1 where id in (${line})`);
    const { tried } = await mend();
    await run(`update order_lines set unit_price_minor = unit_price_minor - 1 where id in (${line})`);
    expect(tried).toMatchObject([{ check: 8, row: { orderId: paid.id }, mended: false }]);
  });

  it("records in the audit who changed which figures", async () => {
    await run(`update orders set captured_minor = captured_minor + 1 where id = '${paid.id}'`);
    await mend();
    const { body } = await call(audit.list, { subjectId: paid.id, action: "doctor.repair", limit: 1 });
    expect(body.items[0]).toMatchObject({ actor: { kind: "system", name: "doctor" } });
  });

  // Staff would look for a failure that was followed by a payment.
  it("leaves an order unpaid whose payment was undone, and failed only if an attempt failed since", async () => {
    const [undone, failed] = [
      await anOrder({ lines: [{ place, quantity: 1 }] }),
      await anOrder({ lines: [{ place, quantity: 1 }] }),
    ];
    for (const { id } of [undone, failed]) {
      await call(order.markPaid, { id, outcome: "failed", reason: "declined" });
      await call(order.markPaid, { id, method: "cash" });
      await call(order.markUnpaid, { id });
    }
    await call(order.markPaid, { id: failed.id, outcome: "failed", reason: "declined" });
    await run(`update orders set captured_minor = captured_minor + 1 where id in ('${undone.id}', '${failed.id}')`);
    await mend();
    expect(await orderIs(undone)).toMatchObject({ paymentStatus: "unpaid", paid: { amountMinor: 0 } });
    expect(await orderIs(failed)).toMatchObject({ paymentStatus: "failed", paid: { amountMinor: 0 } });
  });

  it("gives up on what the records themselves contradict, reports it, and fixes the rest", async () => {
    const moreInTheLedger = (units: number) => `alter table movements disable trigger movements_append_only;
      update movements set on_hand_change = on_hand_change + ${units} where kind in ('opening', 'receive');
      alter table movements enable trigger movements_append_only`;
    await run(moreInTheLedger(-1000));
    await run(`update orders set captured_minor = captured_minor + 1 where id = '${paid.id}'`);
    const { tried, examination } = await mend();
    await run(moreInTheLedger(1000));
    expect(tried).toMatchObject([
      { check: 6, mended: false },
      { check: 11, mended: true },
    ]);
    expect(examination.checks.filter(({ status }) => status === "fail").map(({ number }) => number)).toEqual([6]);
  });

  it("leaves the same goods at another location as they are, and does not count them", async () => {
    const there = await aVariantInStock(150, { variantId: place.variantId });
    await anOrder({ lines: [{ place: there, quantity: 120 }] });
    const levels = () => Promise.all([place, there].map(stockLevelAt));
    const before = await levels();
    expect(before[1]).toMatchObject({ reserved: 120 });
    await run(`update stock_levels set on_hand = on_hand + 7 where location_id = '${place.locationId}'`);
    expect((await mend()).tried).toMatchObject([{ check: 6, mended: true }]);
    expect(await levels()).toEqual(before);

    const more = { ...place, kind: "reserve", quantity: 2, reason: "by mistake" } as const;
    await inChange(system("test"), (change) => writeMovements(change, [more]));
    expect((await mend()).tried).toMatchObject([{ check: 7, mended: true }]);
    expect(await levels()).toEqual(before);
    const { body } = await call(audit.list, { subjectId: place.variantId, action: "doctor.repair", limit: 1 });
    const { reserved } = before[0]!;
    expect(body.items).toMatchObject([
      { before: { locationId: place.locationId, reserved: reserved + 2 }, after: { reserved } },
    ]);
  });

  it("leaves an order refunded in part or in whole, as its payments and refunds say", async () => {
    const gateway = await aGateway();
    const [part, whole] = [await paidThrough(gateway), await paidThrough(gateway)];
    await call(order.refund, { id: part.id, amountMinor: 1 });
    await call(order.refund, { id: whole.id });
    await makeCalls();
    const before = [await orderIs(part), await orderIs(whole)];
    expect(before).toMatchObject([{ paymentStatus: "partiallyRefunded" }, { paymentStatus: "refunded" }]);
    await run(
      `update orders set payment_status = 'paid', refunded_minor = 0 where id in ('${part.id}', '${whole.id}')`,
    );
    await mend();
    expect(await Promise.all([part, whole].map(orderIs))).toMatchObject(
      before.map(({ paymentStatus, refunded }) => ({ paymentStatus, refunded })),
    );
  });
});
