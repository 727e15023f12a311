import { beforeAll, describe, expect, it } from "vitest";
import * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
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
