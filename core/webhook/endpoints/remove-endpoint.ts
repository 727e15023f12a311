import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { endpoints } from "#core/webhook/webhook.table";
import { clearEndpoint } from "./clear-endpoint.ts";
import { lockedEndpoint } from "./shown-endpoint.ts";
import { shownUrl } from "./shown-url.ts";

/**
 * Its deliveries are removed with it, whatever their state; one in flight finds nothing to record. If there are many, a
 * sweep removes the rest.
 */
export async function removeEndpoint(change: Change, { id }: InputOf<typeof contract.removeEndpoint>) {
  const { url, events, active } = await lockedEndpoint(change, id);
  if (!(await clearEndpoint(change.tx, id))) {
    const removed = { active: false, events: [], updatedAt: change.at, removedAt: change.at };
    await change.tx.update(endpoints).set(removed).where(eq(endpoints.id, id));
  }
  audit(change, contract.removeEndpoint.name, id, { before: { url: shownUrl(url), events, active } });
  return {};
}
