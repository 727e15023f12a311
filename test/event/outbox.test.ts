import { beforeEach, expect, it } from "vitest";
import { system } from "#core/actor";
import * as event from "#core/contract/event";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { outboxBacklog } from "#core/event/backlog";
import { emit } from "#core/event/emit";
import { newId } from "#core/id";
import { fanOut } from "#core/webhook/fan-out";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { someEvents } from "../support/given/webhooks.ts";
import { rowsReadOf } from "../support/plans.ts";

beforeEach(async () => {
  await db().execute(sql`delete from events`);
});

it("holds an event if and only if its change commits, until it has been fanned out", async () => {
  const lost = inChange(system("test"), async (change) => {
    emit(change, "product.created", newId("product"), {});
    throw new Error("the verb failed afterwards");
  });
  await expect(lost).rejects.toThrow("afterwards");
  expect(await outboxBacklog()).toMatchObject({ waiting: 0, lagSeconds: 0 });

  await someEvents(2);
  expect((await outboxBacklog()).waiting).toBe(2);
  const [first] = await db().execute<{ id: Id<"event"> }>(sql`select id from events order by id`);
  await fanOut([first!.id]);
  expect((await outboxBacklog()).waiting).toBe(1);
});

it("measures its lag by the database's clock", async () => {
  await someEvents(2);
  await db().execute(sql`update events set time = clock_timestamp() - interval '90 seconds'`);
  const { body } = await call(event.readBacklog, {});
  expect(body.waiting).toBe(2);
  expect(body.lagSeconds).toBeGreaterThan(89);
  expect(body.lagSeconds).toBeLessThan(120);
  const as = await aKey({ role: "manager" });
  expect(await call(event.readBacklog, {}, { as })).toMatchObject({ status: 403 });
});

// The alarm queries each minute a table with a month of events.
it("is queried by its index, however much has arrived before", async () => {
  const statement = db().$client;
  await statement`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
    select 'evt_' || lpad(n::text, 26, '0'), 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now()
    from generate_series(1, 20000) n`;
  await statement`analyze events`;
  await someEvents(1);
  expect(await rowsReadOf("events", async () => expect((await outboxBacklog()).waiting).toBe(1))).toBeLessThan(100);
});
