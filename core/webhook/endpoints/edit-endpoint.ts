import { audit, differenceOf } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { endpoints } from "#core/webhook/webhook.table";
import { lockedEndpoint, shownEndpoint } from "./shown-endpoint.ts";
import { keptUrl, shownUrl } from "./shown-url.ts";
import { warningsOf } from "./warnings-of.ts";

type Operation = typeof contract.editEndpoint;

export async function editEndpoint(change: Change, input: InputOf<Operation>): Promise<OutputOf<Operation>> {
  const before = await lockedEndpoint(change, input.id);
  const after = {
    url: input.url === undefined ? before.url : keptUrl(input.url, before.url),
    events: input.events ?? before.events,
    active: input.active ?? before.active,
  };
  await change.tx
    .update(endpoints)
    .set({ ...after, updatedAt: change.at })
    .where(eq(endpoints.id, input.id));
  const audited = ({ url, events, active }: typeof after) => ({ url: shownUrl(url), events, active });
  audit(change, contract.editEndpoint.name, input.id, differenceOf(audited(before), audited(after)));
  return { ...shownEndpoint({ ...before, ...after, updatedAt: change.at }), warnings: warningsOf(after.events) };
}
