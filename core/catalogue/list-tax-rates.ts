import { and, desc, eq, isNull, lt } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as tax from "#core/contract/tax";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { Refusal } from "#core/refusal";
import { taxRates } from "./catalogue.table.ts";

export async function listTaxRates(
  _by: Actor,
  { limit, cursor, archived }: InputOf<typeof tax.list>,
): Promise<OutputOf<typeof tax.list>> {
  const rows = await db()
    .select()
    .from(taxRates)
    .where(
      and(
        archived ? undefined : isNull(taxRates.archivedAt),
        cursor === undefined ? undefined : lt(taxRates.id, decodeCursor(cursor, z.tuple([id("taxRate")]))[0]),
      ),
    )
    .orderBy(desc(taxRates.id))
    .limit(limit + 1);
  return pageFrom(
    rows,
    limit,
    (row) => [row.id],
    (row) => row,
  );
}

export async function readTaxRate(_by: Actor, input: InputOf<typeof tax.read>): Promise<tax.TaxRate> {
  const [row] = await db().select().from(taxRates).where(eq(taxRates.id, input.id));
  if (!row) throw new Refusal("taxRate.unknown");
  return row;
}
