/**
 * The doctor finds nothing in a true history; each planted fault is found by the check that names it and by no
 * other (a doctor that is wrong itself is worse than none).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as doctor from "#core/contract/doctor";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as returns from "#core/contract/returns";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { checks, examine } from "#core/doctor/examine";
import { createOwner } from "#core/staff/create-owner";
import { askAs } from "../../soak/ask.ts";
import { oneOf, randomFrom } from "../../soak/choices.ts";
import { aGatewayInTrouble, type SoakGateway } from "../../soak/gateway.ts";
import type { Keys, World } from "../../soak/step.ts";
import { steps } from "../../soak/steps.ts";
import { aWorld } from "../../soak/world.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, nothingChanged, shipped } from "../support/given/orders.ts";
import { aStocklessVariant, aStockroom, aVariantInStock } from "../support/given/stock.ts";
import { anEndpoint } from "../support/given/webhooks.ts";
import fc from "../support/harness/properties.ts";
import { settled } from "../support/settled.ts";

/** Statements to run one after the other, as from a console. */
const run = (statements: string) => db().$client.unsafe(statements).simple();

/** Numbers of the checks that are not ok. */
const wrong = async () => (await examine()).checks.filter(({ status }) => status !== "ok").map(({ number }) => number);

let paid: order.Order;
let unpaid: order.Order;
let packed: order.Order;
let endpointId: string;
let emptyRoom: string;

beforeAll(async () => {
  await createOwner({ email: "owner@store.test", password: "a good password" });
  const place = await aVariantInStock(100);
  await run(`update locations set is_default = true where id = '${place.locationId}'`);
  emptyRoom = await aStockroom();
  const lines = [{ place, quantity: 3 }];
  unpaid = await anOrder({ lines });
  paid = await anOrder({ lines, paid: true });
  const refusedFirst = await anOrder({ lines });
  await call(order.markPaid, { id: refusedFirst.id, outcome: "failed", reason: "declined" });
  const gone = await anOrder({ lines });
  await call(order.cancel, { id: gone.id });
  ({ order: packed } = await shipped(await anOrder({ lines, paid: true }), 2));
  const { order: back } = await shipped(await anOrder({ lines, paid: true }), 3);
  await call(parcel.deliver, { id: back.id, parcelId: back.parcels[0]!.id });
  await call(returns.record, { id: back.id, lines: [{ lineId: back.lines[0]!.id, quantity: 1, restock: true }] });
  const backordered = await aStocklessVariant({ continueSelling: true });
  await anOrder({ lines: [{ place: { ...place, variantId: backordered }, quantity: 2 }], paid: true });
  await anOrder({ lines, discountCode: (await aDiscount()).code });
  endpointId = (await anEndpoint("https://store:hidden@receiver.test/", { events: ["product.*"] })).id;
  // No subscriber runs here.
  await run("update events set fanned_out_at = now()");
});

describe("the doctor", () => {
  it("makes fifteen checks, counted as the specification counts them", async () => {
    expect(checks.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    const { status, body } = await call(doctor.examine, {});
    expect(status).toBe(200);
    expect(body.checks.filter((check) => check.status !== "ok")).toEqual([]);
    expect(body).toMatchObject({ status: "ok", checks: { length: 15 } });
  });

  it("is only for those who may operate the store", async () => {
    const as = await aKey({ role: "manager" });
    expect(await call(doctor.examine, {}, { as })).toMatchObject({ status: 403 });
  });

  interface Fault {
    readonly what: string;
    readonly by: number;
    readonly plant: () => string;
    readonly undo: () => string;
  }
  const withGuardOff = (statement: string) => `alter table movements disable trigger movements_append_only;
    ${statement}; alter table movements enable trigger movements_append_only`;
  /** An entry of one unit in the ledger alone. */
  const anEntry = (kind: "reserve" | "commit") => `
    insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
      on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
    select 'mov_planted', 'chg_1', now(), 'system', 'test', variant_id, location_id, '${kind}', 0,
      ${kind === "reserve" ? "1, 0" : "-1, 1"}, on_hand, reserved, committed from stock_levels`;
  const withoutEntry = () => withGuardOff("delete from movements where id = 'mov_planted'");

  const faults: readonly Fault[] = [
    {
      what: "a guard that is switched off",
      by: 1,
      plant: () => "alter table movements disable trigger movements_append_only",
      undo: () => "alter table movements enable trigger movements_append_only",
    },
    {
      what: "a guard that only replicas heed",
      by: 1,
      plant: () => "alter table movements enable replica trigger movements_append_only",
      undo: () => "alter table movements enable trigger movements_append_only",
    },
    {
      what: "references that nobody keeps whole",
      by: 1,
      plant: () => "alter table order_lines disable trigger all",
      undo: () => "alter table order_lines enable trigger all",
    },
    {
      what: "figures of reports that nobody marks as changed",
      by: 1,
      plant: () => "alter trigger payments_report_update on payments rename to gone",
      undo: () => "alter trigger gone on payments rename to payments_report_update",
    },
    {
      what: "a limit that somebody dropped",
      by: 1,
      plant: () => "alter table stock_levels drop constraint stock_levels_allocated_within_on_hand",
      undo: () =>
        "alter table stock_levels add constraint stock_levels_allocated_within_on_hand check (reserved + committed <= on_hand)",
    },
    {
      what: "a migration that has not run",
      by: 2,
      plant: () => "update migrations set name = '9' || name where name like '0002%'",
      undo: () => "update migrations set name = substr(name, 2) where name like '90002%'",
    },
    {
      what: "a table that has no room for next week",
      by: 2,
      plant: () => `do $$ declare week regclass; begin
        for week in select part from partitions_of('webhook_deliveries') where since is not null loop
          execute format('drop table %s', week);
        end loop;
        week := (select part from partitions_of('webhook_deliveries') where until is not null);
        execute format('alter table webhook_deliveries detach partition %s', week);
        execute format('alter table webhook_deliveries attach partition %s for values from (minvalue) to (%L)',
          week, id_from('evt', now() + interval '6 days'));
      end $$`,
      undo: () => "select make_partitions('webhook_deliveries', 'evt', interval '14 days')",
    },
    {
      what: "a store without an owner",
      by: 3,
      plant: () => "update staff set removed_at = now() where role = 'owner'",
      undo: () => "update staff set removed_at = null where role = 'owner'",
    },
    {
      what: "an event that nobody has fanned out",
      by: 4,
      plant: () => `update events set fanned_out_at = null, time = now() - interval '10 minutes'
        where subject_id = '${paid.id}'`,
      undo: () => `update events set fanned_out_at = now() where subject_id = '${paid.id}'`,
    },
    {
      what: "an event that the bus refuses",
      by: 4,
      plant: () => `update events set fanned_out_at = null, time = now() - interval '2 minutes', put_attempts = 2,
        refused_code = 'InternalFailure' where subject_id = '${paid.id}'`,
      undo: () => `update events set fanned_out_at = now(), put_attempts = 0, refused_code = null
        where subject_id = '${paid.id}'`,
    },
    {
      what: "a delivery that nobody sends",
      by: 5,
      plant: () => `insert into webhook_deliveries (id, endpoint_id, event_id, event_name, next_attempt_at)
        values ('whd_overdue', '${endpointId}', 'evt_1', 'product.created', now() - interval '10 minutes')`,
      undo: () => "delete from webhook_deliveries where id = 'whd_overdue'",
    },
    {
      what: "a dead delivery",
      by: 5,
      plant: () => `insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status)
        values ('whd_dead', '${endpointId}', 'evt_2', 'product.created', 'dead')`,
      undo: () => "delete from webhook_deliveries where id = 'whd_dead'",
    },
    {
      what: "a stock level that somebody changed by hand",
      by: 6,
      plant: () => "update stock_levels set on_hand = on_hand + 1",
      undo: () => "update stock_levels set on_hand = on_hand - 1",
    },
    {
      what: "a stock level without its ledger",
      by: 6,
      plant: () => `insert into stock_levels (variant_id, location_id, on_hand)
        select variant_id, '${emptyRoom}', 7 from stock_requests limit 1`,
      undo: () => "delete from stock_levels where on_hand = 7",
    },
    ...(["reserve", "commit"] as const).map((kind) => ({
      what: `a ${kind} that never reached the level`,
      by: 6,
      plant: () => anEntry(kind),
      undo: withoutEntry,
    })),
    {
      what: "an allocation that no order holds",
      by: 7,
      plant: () => `${anEntry("reserve")}; update stock_levels set reserved = reserved + 1`,
      undo: () => `${withoutEntry()}; update stock_levels set reserved = reserved - 1`,
    },
    {
      what: "a committed unit that no order holds",
      by: 7,
      plant: () => `${anEntry("commit")}; update stock_levels set reserved = reserved - 1, committed = committed + 1`,
      undo: () => `${withoutEntry()}; update stock_levels set reserved = reserved + 1, committed = committed - 1`,
    },
    {
      what: "a line without its reservation",
      by: 8,
      plant: () => `update order_lines set quantity = quantity + 1 where order_id = '${paid.id}'`,
      undo: () => `update order_lines set quantity = quantity - 1 where order_id = '${paid.id}'`,
    },
    {
      what: "a line that waits beside free stock",
      by: 8,
      plant: () => `update stock_requests set backordered = 1 where order_id = '${paid.id}';
        update order_lines set quantity = quantity + 1 where order_id = '${paid.id}';
        ${withGuardOff("update movements set at = at - interval '1 hour'")}`,
      undo: () => `update stock_requests set backordered = 0 where order_id = '${paid.id}';
        update order_lines set quantity = quantity - 1 where order_id = '${paid.id}';
        ${withGuardOff("update movements set at = at + interval '1 hour'")}`,
    },
    {
      what: "an allocation whose line is gone",
      by: 8,
      plant: () => `create table kept as select * from order_lines where order_id = '${paid.id}';
        delete from order_lines where order_id = '${paid.id}'`,
      undo: () => "insert into order_lines select * from kept; drop table kept",
    },
    {
      what: "an allocation to a line that asks for none",
      by: 8,
      plant: () => `update order_lines set tracked = false where order_id = '${paid.id}'`,
      undo: () => `update order_lines set tracked = true where order_id = '${paid.id}'`,
    },
    ...["subtotal_minor", "discount_minor", "shipping_minor", "tax_minor", "total_minor"].map((sum) => ({
      what: `an order whose ${sum} is not what its lines come to`,
      by: 8,
      plant: () => `update orders set ${sum} = ${sum} + 1 where id = '${unpaid.id}'`,
      undo: () => `update orders set ${sum} = ${sum} - 1 where id = '${unpaid.id}'`,
    })),
    {
      what: "an order that holds stock past its window",
      by: 9,
      plant: () => `update orders set unpaid_since = now() - interval '2 days' where id = '${unpaid.id}'`,
      undo: () => `update orders set unpaid_since = now() where id = '${unpaid.id}'`,
    },
    {
      what: "an allocation of the other kind than its order's",
      by: 9,
      plant: () => `update orders set status = 'pending', payment_status = 'failed', unpaid_since = now(),
          captured_minor = 0 where id = '${paid.id}';
        update payments set kind = 'failed' where order_id = '${paid.id}'`,
      undo: () => `update payments set kind = 'captured' where order_id = '${paid.id}';
        update orders set status = 'confirmed', payment_status = 'paid', unpaid_since = null,
          captured_minor = total_minor where id = '${paid.id}'`,
    },
    {
      what: "a status that the parcels do not bear out",
      by: 10,
      plant: () => `update orders set status = 'delivered' where id = '${packed.id}'`,
      undo: () => `update orders set status = 'partiallyShipped' where id = '${packed.id}'`,
    },
    {
      what: "a parcel of an order that says nothing has left",
      by: 10,
      plant: () => `update orders set status = 'confirmed' where id = '${packed.id}'`,
      undo: () => `update orders set status = 'partiallyShipped' where id = '${packed.id}'`,
    },
    {
      what: "a parcel that lost a unit",
      by: 10,
      plant: () => `update parcel_lines set quantity = quantity - 1 where parcel_id = '${packed.parcels[0]!.id}'`,
      undo: () => `update parcel_lines set quantity = quantity + 1 where parcel_id = '${packed.parcels[0]!.id}'`,
    },
    {
      what: "a sum that its payments do not add up to",
      by: 11,
      plant: () => `update orders set captured_minor = captured_minor - 1 where id = '${paid.id}'`,
      undo: () => `update orders set captured_minor = captured_minor + 1 where id = '${paid.id}'`,
    },
    {
      what: "an order that says paid without a payment",
      by: 11,
      plant: () => `update orders set payment_status = 'paid', unpaid_since = null where id = '${unpaid.id}'`,
      undo: () => `update orders set payment_status = 'unpaid', unpaid_since = now() where id = '${unpaid.id}'`,
    },
    {
      what: "a failure that nobody recorded",
      by: 11,
      plant: () => `update orders set payment_status = 'failed' where id = '${unpaid.id}'`,
      undo: () => `update orders set payment_status = 'unpaid' where id = '${unpaid.id}'`,
    },
    {
      what: "money given back that no status tells of",
      by: 12,
      plant: () => `update orders set refunded_minor = 1 where id = '${paid.id}'`,
      undo: () => `update orders set refunded_minor = 0 where id = '${paid.id}'`,
    },
    {
      what: "a return that nobody recorded",
      by: 13,
      plant: () => `update order_lines set returned_quantity = 1 where order_id = '${packed.id}'`,
      undo: () => `update order_lines set returned_quantity = 0 where order_id = '${packed.id}'`,
    },
    {
      what: "an order that says everything came back",
      by: 13,
      plant: () => `update orders set returned = 'all' where id = '${packed.id}'`,
      undo: () => `update orders set returned = 'none' where id = '${packed.id}'`,
    },
    {
      what: "a secret that the key does not open",
      by: 14,
      plant: () => "update webhook_endpoints set secret = 'k1.' || secret",
      undo: () => "update webhook_endpoints set secret = substr(secret, 4)",
    },
    {
      what: "a parcel of a carrier that does not exist",
      by: 14,
      plant: () => `update parcels set carrier = 'pigeon' where id = '${packed.parcels[0]!.id}'`,
      undo: () => `update parcels set carrier = 'manual' where id = '${packed.parcels[0]!.id}'`,
    },
    {
      what: "an import that no worker takes",
      by: 14,
      plant: () => `insert into jobs
        (id, direction, kind, status, input, file_name, file_key, actor_kind, actor_name, created_at, due_at)
        values ('imp_waiting', 'import', 'products', 'queued', '{}', 'shelf.csv', 'uploads/waiting.csv', 'system', 'test',
          now(), now() - interval '16 minutes')`,
      undo: () => "delete from jobs where id = 'imp_waiting'",
    },
    {
      what: "a call that nobody makes",
      by: 14,
      plant: () => `insert into providers (code, kind, mode, shown, configured_at, removed_at)
        values ('asleep', 'gateway', 'test', '{}', now(), now());
        insert into calls (id, provider, does, subject_id, change_id, asked, status, due_at, created_at)
        values ('call_waiting', 'asleep', 'void', 'pay_1', 'chg_1', '{}', 'asked', now() - interval '61 minutes', now())`,
      undo: () => "delete from calls where id = 'call_waiting'; delete from providers where code = 'asleep'",
    },
    {
      what: "a code that counts a use too many",
      by: 15,
      plant: () => "update discounts set used = used + 1",
      undo: () => "update discounts set used = used - 1",
    },
    {
      what: "two SKUs that differ only in how a letter is written",
      by: 15,
      plant: () => `create table kept as select id, sku from variants order by id limit 2;
        update variants set sku = case when id = (select min(id) from kept) then 'A\u030a' else '\u00c5' end
        where id in (select id from kept)`,
      undo: () => "update variants set sku = kept.sku from kept where kept.id = variants.id; drop table kept",
    },
    {
      what: "a store without a default location",
      by: 15,
      plant: () => "update locations set is_default = false",
      undo: () => `update locations set is_default = true where id <> '${emptyRoom}'`,
    },
    {
      what: "a store with two default locations",
      by: 15,
      plant: () => "drop index locations_default; update locations set is_default = true",
      undo: () => `update locations set is_default = false where id = '${emptyRoom}';
        create unique index locations_default on locations (is_default) where is_default`,
    },
    {
      what: "a role with a right that does not exist",
      by: 15,
      plant: () =>
        "insert into roles (role, title, rights, updated_at) values ('staff', 'Staff', '{orders.fly}', now())",
      undo: () => "delete from roles where role = 'staff'",
    },
    {
      what: "a day of the reports with an order too many",
      by: 15,
      plant:
        () => `insert into report_days (day, time_zone, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor,
        foreign_orders) select '2020-02-03', time_zone, 1, 1, 100, 0, 0, 0, 0 from store`,
      undo: () => "delete from report_days",
    },
    {
      what: "a day of the reports with money that never came in",
      by: 15,
      plant:
        () => `insert into report_days (day, time_zone, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor,
        foreign_orders) select '2020-02-03', time_zone, 0, 0, 0, 0, 0, 0, 0 from store;
        insert into report_money values ('2020-02-03', 'cash', 'live', 1, 100, 0, 0)`,
      undo: () => "delete from report_days",
    },
  ];

  it("has a planted fault for every check", () => {
    expect([...new Set(faults.map(({ by }) => by))]).toEqual(checks.map(({ number }) => number));
  });

  it.each(faults)(
    "finds $what with check $by alone, and says which rows and what to do",
    async ({ by, plant, undo }) => {
      await run(plant());
      const found = (await examine()).checks.filter(({ status }) => status !== "ok");
      await run(undo());
      expect(found.map(({ number }) => number)).toEqual([by]);
      expect(found[0]!.remedy.length).toBeGreaterThan(20);
      expect(JSON.stringify(found)).not.toContain("hidden"); // the password of an endpoint
      if (by !== 3) {
        expect(found[0]!.count).toBeGreaterThan(0);
        expect(found[0]!.rows.length).toBeGreaterThan(0);
      }
      expect(await wrong()).toEqual([]);
    },
  );

  it("runs the other checks if one cannot be run, and says which", async () => {
    await run("alter table return_lines rename to gone");
    const { checks: found } = await examine();
    await run("alter table gone rename to return_lines");
    expect(found.filter(({ status }) => status !== "ok")).toMatchObject([
      { number: 13, status: "fail", sentence: expect.stringContaining("could not run") },
    ]);
  });

  it("sees one snapshot: it does not see what is written while it runs", async () => {
    const reader = db().transaction(async (tx) => {
      await tx.execute(sql`lock table return_lines in access exclusive mode`);
      const examined = examine();
      await untilSomebodyWaits(); // at check 13: 15 reads what is written now
      await run("update discounts set used = used + 1");
      return { examined }; // not awaited: it goes on when this lock is gone
    });
    const { checks: found } = await (await reader).examined;
    await run("update discounts set used = used - 1");
    expect(found.filter(({ status }) => status !== "ok")).toEqual([]);
  });

  it("shows twenty rows and the total count", async () => {
    await run(`insert into webhook_endpoints (id, url, events, active, secret, secret_last4, created_at, updated_at)
      select 'whe_' || n, 'https://receiver.test/', '{nothing.*}', true, secret, '0000', now(), now()
      from webhook_endpoints, generate_series(1, 33) n`);
    const references = (await examine()).checks.find(({ name }) => name === "references");
    await run("delete from webhook_endpoints where events = '{nothing.*}'");
    expect(references).toMatchObject({ status: "fail", count: 33, rows: { length: 20 } });
  });

  it("says when a customer last ordered, which may be all that is wrong", async () => {
    await run("update customers set last_order_at = last_order_at - interval '3 days'");
    const { rows } = (await examine()).checks.find(({ name }) => name === "references")!;
    await run("update customers set last_order_at = last_order_at + interval '3 days'");
    const [said, counted] = (rows[0] as { fault: string }).fault.split("its orders say");
    const time = /last at (20\S+Z)/;
    expect(Date.parse(time.exec(counted!)![1]!) - Date.parse(time.exec(said!)![1]!)).toBe(3 * 86_400_000);
  });

  it("changes nothing", async () => {
    await nothingChanged(examine);
  });

  describe("on a random true history", () => {
    let world: World;
    let keys: Keys;
    let gateway: SoakGateway;
    beforeAll(async () => {
      const made = await aWorld();
      keys = made.keys;
      gateway = await aGatewayInTrouble({ random: randomFrom(1) });
      const { settings } = gateway;
      expect((await call(provider.configure, { code: "test", settings })).status).toBe(200);
      const { address: url, webhookSecret } = settings;
      world = { ...made.world, carrier: { webhookSecret: "nobody's secret" }, gateway: { url, webhookSecret } };
    });
    afterAll(() => gateway?.stop());

    it("finds nothing", async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
          const random = randomFrom(seed);
          for (let taken = 0; taken < 60; taken++) {
            const step = steps[oneOf({ random }, Object.keys(steps))]!;
            await step({ ask: askAs(keys), world, random });
          }
          expect(await settled({ figures: true })).toEqual([]);
        }),
        { numRuns: 6 },
      );
    });
  });
});
