import { expect, it } from "vitest";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { anOrder } from "../support/given/orders.ts";

async function aMessage(orderId: string, kind: string): Promise<void> {
  const id = newId("message");
  await db().execute(sql`
    insert into messages (id, cause, kind, channel, recipient, status, order_id, subject, body, asked_by, created_at)
    values (${id}, ${id}, ${kind}, 'email', 'asha@example.com', 'sent', ${orderId}, 'S', 'B', 'test', now())`);
}

it("an order's messages are those that the list of all messages has for it, page by page", async () => {
  const [{ id }, other] = [await anOrder(), await anOrder()];
  await aMessage(id, "order.created");
  await aMessage(other.id, "order.created");
  await aMessage(id, "order.paid");
  const { body } = await call(order.messages, { id });
  expect(body.items.map(({ kind }) => kind)).toEqual(["order.paid", "order.created"]);
  expect(body).toEqual((await call(message.list, { orderId: id })).body);
  const first = (await call(order.messages, { id, limit: 1 })).body;
  const second = (await call(order.messages, { id, limit: 1, cursor: first.nextCursor! })).body;
  expect([...first.items, ...second.items]).toEqual(body.items);
});

it("an unknown order has none: 404", async () => {
  const unknown = await call(order.messages, { id: `ord_${"0".repeat(26)}` });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: "order.unknown" } } });
});
