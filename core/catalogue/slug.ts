import { sql } from "drizzle-orm";
import type { Change } from "#core/db/change";
import type { categories, collections, products } from "./catalogue.table.ts";

/** What is named in addresses. */
type Named = typeof categories | typeof collections | typeof products;

/**
 * A slug for something without one, from its title. Where another of its kind has that already, the end of the new
 * one's id sets them apart. Two who make the same at once: the unique index refuses the second.
 */
export async function freeSlug(change: Change, table: Named, title: string, id: string): Promise<string> {
  const slug = slugFrom(title, id);
  const taken = await change.tx.execute(sql`select 1 from ${table} where slug = ${slug}`);
  return taken.length > 0 ? `${slug}-${id.slice(-8)}` : slug;
}

/** "Crème brûlée, 6 pcs" as `creme-brulee-6-pcs`; `otherwise` where nothing of it is left. */
export function slugFrom(title: string, otherwise: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-");
  return words.replace(/^-+/, "").slice(0, 80).replace(/-+$/, "") || otherwise.replace("_", "-");
}
