import type { Actor } from "#core/actor";
import { historyIn } from "#core/audit/history-in";
import type * as group from "#core/contract/group";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { customerGroups } from "#core/customer/customer.table";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { shownGroup, shownGroups } from "./show-group.ts";

export async function listGroups(
  _by: Actor,
  { limit, cursor }: InputOf<typeof group.list>,
): Promise<OutputOf<typeof group.list>> {
  const after = idOfCursor(cursor, "group");
  const behind = after === undefined ? sql`` : sql`where g.id < ${after}`;
  const rows = await shownGroups(db(), sql`${behind} order by g.id desc limit ${rowsFor(limit)}`);
  return pageFrom(rows, limit, (row) => [row.id]);
}

export const readGroup = (_by: Actor, { id }: InputOf<typeof group.read>): Promise<group.Group> => shownGroup(db(), id);

export const groupHistory = historyIn(customerGroups, "group.unknown");
