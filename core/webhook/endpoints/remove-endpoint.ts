import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { endpoints } from "#core/webhook/webhook.table";
import { lockedEndpoint } from "./shown-endpoint.ts";
import { shownUrl } from "./shown-url.ts";

/** Its deliveries are removed with it, whatever their state; one in flight finds nothing to record. */
export async function removeEndpoint(change: Change, { id }: InputOf<typeof contract.removeEndpoint>) {
  const { url, events, active } = await lockedEndpoint(change, id);
  await change.tx.delete(endpoints).where(eq(endpoints.id, id));
  audit(change, contract.removeEndpoint.name, id, { before: { url: shownUrl(url), events, active } });
  return {};
}
