/** All messages to a customer, about their orders or otherwise, on one page. */

import { expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { aCustomer, someEmail } from "../support/given/customers.ts";
import { anOrder } from "../support/given/orders.ts";

async function aMessage(recipient: string, orderId: string | null = null): Promise<string> {
  const id = newId("message");
  await db().execute(sql`
    insert into messages (id, cause, kind, channel, recipient, status, order_id, subject, body, asked_by, created_at)
    values (${id}, ${id}, 'order.shipped', 'email', ${recipient}, 'sent', ${orderId}, 'Subject', 'Body', 'test', now())`);
  return id;
}

// A customer calls: staff should not have to open ten orders to see what was sent.
it("a customer's messages include those about their orders, and those of customers merged into them", async () => {
  const [email, other] = [someEmail(), someEmail()];
  const placed = await anOrder({ email });
  const elsewhere = await anOrder({ email: other });
  // An order's contact may differ from the customer's by now.
  const aboutOrder = await aMessage("old@example.com", placed.id);
  const toThem = await aMessage(email.toUpperCase());
  const gone = await aCustomer({ phone: "+919000000077" });
  const [toMerged, byPhone] = [await aMessage(gone.email!), await aMessage("+919000000077")];
  await aMessage(other, elsewhere.id);
  await call(customer.merge, { id: placed.customerId!, otherId: gone.id });
  const listed = async (id: customer.Customer["id"]) =>
    (await call(message.list, { customerId: id })).body.items.map((item) => item.id);
  expect(await listed(placed.customerId!)).toEqual([byPhone, toMerged, toThem, aboutOrder]);
  const page = (await call(message.list, { customerId: placed.customerId!, limit: 1 })).body;
  expect([page.items.length, page.nextCursor !== null]).toEqual([1, true]);
  expect(await listed((await aCustomer()).id)).toEqual([]);
});
