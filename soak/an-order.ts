import type { Answer, Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { oneOf } from "./choices.ts";
import type { Client } from "./step.ts";

/** One of the latest twenty with this status, or of those for which the filters hold, so that clients meet on it. */
export async function anOrder(
  client: Client,
  which: order.Status | Asked<typeof order.list> = {},
): Promise<Answer<typeof order.read> | undefined> {
  const filters = typeof which === "string" ? { status: [which] } : which;
  const { body: page } = await client.ask(order.list, { limit: 20, ...filters });
  if (page.items.length === 0) return undefined;
  const { status: found, body } = await client.ask(order.read, { id: oneOf(client, page.items).id });
  return found === 200 ? body : undefined;
}
