import { editOf } from "#core/audit/edit-of";
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

export async function editEndpoint(
  change: Change,
  { id, ...fields }: InputOf<Operation>,
): Promise<OutputOf<Operation>> {
  const before = await lockedEndpoint(change, id);
  const { url, events, active } = before;
  const { after, difference } = editOf(
    { url, events, active },
    { ...fields, ...(fields.url !== undefined && { url: keptUrl(fields.url, url) }) },
  );
  const updatedAt = difference ? change.at : before.updatedAt;
  if (difference) {
    await change.tx
      .update(endpoints)
      .set({ ...after, updatedAt })
      .where(eq(endpoints.id, id));
    const shown = (row: typeof after) => ({ ...row, url: shownUrl(row.url) });
    audit(change, contract.editEndpoint.name, id, differenceOf(shown({ url, events, active }), shown(after)));
  }
  return { ...shownEndpoint({ ...before, ...after, updatedAt }), warnings: warningsOf(after.events) };
}
