import type { Answer } from "#core/contract/kit";
import * as order from "#core/contract/order";
import { oneOf } from "./choices.ts";
import type { Client } from "./step.ts";

/** One of the latest twenty, so that clients meet on it. */
export async function anOrder(client: Client, status?: order.Status): Promise<Answer<typeof order.read> | undefined> {
  const { body: page } = await client.ask(order.list, { limit: 20, ...(status && { status: [status] }) });
  if (page.items.length === 0) return undefined;
  const { status: found, body } = await client.ask(order.read, { id: oneOf(client, page.items).id });
  return found === 200 ? body : undefined;
}
