import type { Id } from "#core/contract/kit/fields";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { and, eq, isNull, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { endpoints } from "#core/webhook/webhook.table";
import { shownUrl } from "./shown-url.ts";

/** How many of an endpoint's deliveries have a status, counted only as far as is useful. */
const countOf = (status: "pending" | "dead") => sql<number>`(
  select count(*)::int from (
    select 1 from webhook_deliveries where endpoint_id = ${endpoints}.id and status = ${sql.raw(`'${status}'`)} limit ${sql.raw(String(contract.countMax))}
  ) counted)`;

/** The columns that a list reads: everything except the secret. */
export const shownColumns = {
  id: endpoints.id,
  url: endpoints.url,
  events: endpoints.events,
  active: endpoints.active,
  secretLast4: endpoints.secretLast4,
  createdAt: endpoints.createdAt,
  updatedAt: endpoints.updatedAt,
  lastSuccessAt: endpoints.lastSuccessAt,
  failuresInARow: endpoints.failuresInARow,
  pending: countOf("pending"),
  dead: countOf("dead"),
};

/** One that is not removed: with this id, or any. */
export const isThere = (id?: Id<"endpoint">) => and(isNull(endpoints.removedAt), id && eq(endpoints.id, id));

type Row = Omit<contract.Endpoint, "health"> & contract.Endpoint["health"];

export function shownEndpoint({ lastSuccessAt, failuresInARow, pending, dead, ...row }: Row): contract.Endpoint {
  return { ...row, url: shownUrl(row.url), health: { lastSuccessAt, failuresInARow, pending, dead } };
}

/** The endpoint, locked against other changes until this one ends. */
export async function lockedEndpoint({ tx }: Change, id: Id<"endpoint">) {
  const [row] = await tx.select(shownColumns).from(endpoints).where(isThere(id)).for("update", { of: endpoints });
  if (!row) throw new Refusal("webhook.endpointUnknown");
  return row;
}
