import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as tax from "#core/contract/tax";
import { db } from "#core/db/client";
import { and, desc, eq, isNull, lt } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { Refusal } from "#core/refusal";
import { taxRates } from "./tax.table.ts";

export async function listTaxRates(
  _by: Actor,
  { limit, cursor, archived }: InputOf<typeof tax.list>,
): Promise<OutputOf<typeof tax.list>> {
  const after = idOfCursor(cursor, "taxRate");
  const rows = await db()
    .select()
    .from(taxRates)
    .where(and(archived ? undefined : isNull(taxRates.archivedAt), after && lt(taxRates.id, after)))
    .orderBy(desc(taxRates.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id]);
}

export async function readTaxRate(_by: Actor, input: InputOf<typeof tax.read>): Promise<tax.TaxRate> {
  const [row] = await db().select().from(taxRates).where(eq(taxRates.id, input.id));
  if (!row) throw new Refusal("taxRate.unknown");
  return row;
}
