import { beforeAll, describe, expect, it } from "vitest";
import * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { mailsGoTo } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";
import { rowsReadOf } from "../support/plans.ts";

const found = async (q: string) =>
  (await call(message.list, { q, limit: 50 })).body.items.map(({ recipient }) => recipient);

let number: string;
beforeAll(async () => {
  const order = await anOrder({ email: "mei@example.com" });
  number = order.number;
  await db().execute(sql`
    insert into messages (id, cause, kind, channel, recipient, status, order_id, subject, body, asked_by, created_at)
    select 'msg_' || lpad(n::text, 26, '0'), n::text, 'order.created', 'email', 'c' || n || '@example.com', 'sent',
      case n when 7 then ${order.id} end, 'S', 'B', 'test', now()
    from generate_series(1, 5000) n`);
  await db().execute(sql`analyze messages`);
});

it("the messages of a time are those from its first moment to before its last, page by page", async () => {
  const at = (day: number) => `2019-03-0${day}T00:00:00.000Z`;
  const rows = [1, 2, 3].flatMap((day) => [`${day}a`, `${day}b`].map((tail) => ({ at: at(day), tail })));
  for (const { at, tail } of rows) {
    await db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, subject, body, asked_by, created_at)
      values (id_from('msg', ${at}::timestamptz) || ${tail.padStart(16, "0")}::text, ${tail}, 'order.created', 'email', ${tail},
        'sent', 'S', 'B', 'test', ${at})`);
  }
  const those = async (span: object) =>
    (await pagesOf((cursor) => call(message.list, { limit: 1, ...span, ...(cursor && { cursor }) }))).map(
      ({ recipient }) => recipient,
    );
  expect(await those({ from: at(2), to: at(3) })).toEqual(["2b", "2a"]);
  expect(await those({ from: at(1), to: "2019-03-02T00:00:00.001Z" })).toEqual(["2b", "2a", "1b", "1a"]);
  expect(await those({ from: "2019-03-02T00:00:00.001Z", to: at(4) })).toEqual(["3b", "3a"]);
  await db().execute(sql`delete from messages where created_at < '2020-01-01'`);
});

it("the messages of a status are found, and as queued those too that are yet to be written", async () => {
  await mailsGoTo({ port: 9 });
  const statuses = ["asked", "queued", "sent", "delivered", "rejected", "skipped"];
  for (const status of statuses) {
    const isDue = status === "asked" || status === "queued";
    await db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, subject, body, asked_by, created_at, sender, due_at)
      values (${newId("message")}, ${`of-${status}`}, 'order.shipped', 'email', ${status}, ${status}, 'S', 'B', 'test',
        now(), 'smtp', ${isDue ? sql`now() + interval '1 hour'` : null})`);
  }
  const those = async (status: "queued" | "sent" | "delivered" | "rejected" | "skipped") =>
    (await call(message.list, { kind: "order.shipped", status })).body.items.map(({ recipient }) => recipient);
  expect(await those("queued")).toEqual(["queued", "asked"]);
  for (const status of ["sent", "delivered", "rejected", "skipped"] as const) {
    expect(await those(status)).toEqual([status]);
  }
  await db().execute(sql`delete from messages where cause like 'of-%'`);
});

// An order's number joined to it by "or" made each search of messages read all of them.
describe("a search of messages reads no more than it finds", () => {
  it.each([
    ["the start of an address", () => "C4999@", "c4999@example.com"],
    ["an order's number", () => number, "c7@example.com"],
  ])("for %s", async (_, q, recipient) => {
    expect(await found(q())).toEqual([recipient]);
    expect(await rowsReadOf("messages", () => found(q()))).toBeLessThan(20);
  });

  it("for what most addresses begin with", async () => {
    expect(await found("c")).toHaveLength(50);
    expect(await rowsReadOf("messages", () => found("c"))).toBeLessThan(200);
  });
});
