import { editOf } from "#core/audit/edit-of";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { endpoints } from "#core/webhook/webhook.table";
import { lockedEndpoint, shownEndpoint } from "./shown-endpoint.ts";
import { keptUrl, shownUrl } from "./shown-url.ts";
import { warningsOf } from "./warnings-of.ts";

type Operation = typeof contract.editEndpoint;

export async function editEndpoint(change: Change, input: InputOf<Operation>): Promise<OutputOf<Operation>> {
  const { id, url, ...fields } = input;
  const before = await lockedEndpoint(change, id);
  const said = url === undefined ? fields : { ...fields, url: keptUrl(url, before.url) };
  const { after, difference } = editOf(before, said);
  if (!difference) return { ...shownEndpoint(before), warnings: warningsOf(before.events) };
  const { events, active } = after;
  const updatedAt = change.at;
  await change.tx.update(endpoints).set({ url: after.url, events, active, updatedAt }).where(eq(endpoints.id, id));
  // Without a password in the address, which may be all that has changed.
  const audited = (row: typeof after) => ({ url: shownUrl(row.url), events: row.events, active: row.active });
  audit(change, contract.editEndpoint.name, id, differenceOf(audited(before), audited(after)));
  return { ...shownEndpoint({ ...after, updatedAt }), warnings: warningsOf(events) };
}
