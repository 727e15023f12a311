import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as payment from "#core/contract/payment";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { unmatchedShown } from "./show-unmatched.ts";

export async function listUnmatchedPayments(
  _by: Actor,
  { status, limit, cursor }: InputOf<typeof payment.listUnmatched>,
): Promise<OutputOf<typeof payment.listUnmatched>> {
  const before = idOfCursor(cursor, "unmatched");
  const rows = await unmatchedShown(
    db(),
    sql`u.status = ${status} ${before === undefined ? sql`` : sql`and u.id < ${before}`}`,
    rowsFor(limit),
  );
  return pageFrom(rows, limit, ({ id }) => [id]);
}
