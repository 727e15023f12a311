/** Addresses and numbers that nothing is sent to: found among many, and unblocked one at a time. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { auditMark, entriesAbout, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { nothingChanged } from "../support/given/orders.ts";

beforeEach(async () => {
  await db().execute(sql`delete from suppressions`);
  await db().execute(sql`
    insert into suppressions (channel, recipient, why, at)
    select 'email', 'c' || nth || '@example.com', 'bounced', now() - make_interval(mins => nth) from generate_series(1, 25) as nth
    union all select 'email', 'a_b%c@example.com', 'complained', now() - interval '1 day'
    union all select 'sms', '+919876543210', 'optedOut', now() - interval '2 days'`);
});

const found = async (q: string) =>
  (await call(message.listSuppressions, { q })).body.items.map(({ recipient }) => recipient);

it("are listed newest first, page after page, each once", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body }: { body: { items: { recipient: string }[]; nextCursor: string | null } } = await call(
      message.listSuppressions,
      { limit: 10, ...(cursor !== null && { cursor }) },
    );
    seen.push(...body.items.map(({ recipient }) => recipient));
    cursor = body.nextCursor;
  } while (cursor);
  expect(seen.slice(0, 2)).toEqual(["c1@example.com", "c2@example.com"]);
  expect([seen.length, new Set(seen).size]).toEqual([27, 27]);
});

// Someone asks why they get no messages; theirs is the oldest of thousands.
it("are found by prefix, whatever characters it has", async () => {
  expect(await found("c25@")).toEqual(["c25@example.com"]);
  expect(await found("C25@EX")).toEqual(["c25@example.com"]);
  expect(await found("+9198")).toEqual(["+919876543210"]);
  expect(await found("a_b%c")).toEqual(["a_b%c@example.com"]);
  expect(await found("%")).toEqual([]);
  expect(await found("_")).toEqual([]);
});

// As someone has typed or copied it: the list finds it so, too.
it.each(["C1@Example.com", " c1@example.com "])(
  "are lifted whatever the case of the address: %s",
  async (recipient) => {
    expect((await call(message.liftSuppression, { channel: "email", recipient })).status).toBe(200);
    expect(await found("c1@")).toEqual([]);
    expect((await entriesAbout("c1@example.com")).at(-1)).toMatchObject({ action: "message.liftSuppression" });
  },
);

// An erasure removes the address from the message; from the audit nothing can be removed.
it("are lifted with an entry about the message that failed, without its address", async () => {
  const id = newId("message");
  await db().execute(sql`
    insert into messages (id, kind, channel, cause, recipient, status, asked_by, created_at)
    values (${id}, 'order.paid', 'email', ${id}, 'c1@example.com', 'bounced', 'test', now())`);
  await db().execute(sql`update suppressions set message_id = ${id} where recipient = 'c1@example.com'`);
  const mark = await auditMark();
  expect((await call(message.liftSuppression, { channel: "email", recipient: "c1@example.com" })).status).toBe(200);
  const entries = await entriesSince(mark);
  expect(entries).toMatchObject([
    { action: "message.liftSuppression", subjectType: "message", subjectId: id, before: { why: "bounced" } },
  ]);
  expect(JSON.stringify(entries)).not.toContain("c1@");
});

it("are lifted one at a time, with an audit entry, and only once", async () => {
  const one = { channel: "sms", recipient: "+919876543210" } as const;
  expect((await call(message.liftSuppression, one)).status).toBe(200);
  expect(await found("+91")).toEqual([]);
  expect((await entriesAbout("+919876543210")).at(-1)).toMatchObject({
    action: "message.liftSuppression",
    before: { channel: "sms", why: "optedOut" },
  });
  await nothingChanged(async () => {
    expect((await call(message.liftSuppression, one)).body.error?.code).toBe("message.notSuppressed");
    const other = { channel: "sms", recipient: "c1@example.com" } as const;
    expect((await call(message.liftSuppression, other)).body.error?.code).toBe("message.notSuppressed");
  });
});

// What was stored before numbers had one form would have covered none of their other spellings.
it("that were stored as typed are in one form after the migration, each once, and so is what waits to be sent", async () => {
  const waiting = async (recipient: string, status: string) => {
    const id = newId("message");
    await db().execute(sql`
      insert into messages (id, kind, channel, cause, recipient, status, asked_by, created_at, due_at)
      values (${id}, 'order.shipped', 'sms', ${id}, ${recipient}, ${status}, 'test', now(),
        case when ${status} = 'asked' then now() end)`);
    return id;
  };
  const ids = [await waiting("+91 98765 43211", "asked"), await waiting("+91 98765 43211", "sent")];
  await db().execute(sql`
    insert into suppressions (channel, recipient, why, at) values ('sms', '+91 98765-43210', 'address', now()),
      ('sms', '0091 (98765) 43212', 'optedOut', now()), ('sms', '+91 98765 43212', 'address', now() - interval '1 day'),
      ('sms', '098765 43210', 'optedOut', now())`);
  const migration = join(import.meta.dirname, "../../core/db/migrations/0073-personal-data.sql");
  await db().$client.unsafe(readFileSync(migration, "utf8")).simple();
  const kept = await db().execute<{ recipient: string; why: string }>(sql`
    select recipient, why from suppressions where channel = 'sms'`);
  expect(kept.map(({ recipient, why }) => `${recipient} ${why}`).toSorted()).toEqual([
    "+919876543210 optedOut",
    "+919876543212 address",
    "098765 43210 optedOut",
  ]);
  const messages = await db().execute(sql`
    select recipient from messages where id = any(${sql.param(ids)}::text[]) order by id`);
  expect(messages).toEqual([{ recipient: "+919876543211" }, { recipient: "+91 98765 43211" }]);
});
