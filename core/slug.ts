import { createHash } from "node:crypto";
import { Refusal } from "./refusal.ts";

type Taken = "category.slugTaken" | "collection.slugTaken" | "product.slugTaken";

/**
 * Inserts something under the given slug, or under one from its title. If another of its kind has that one already, or
 * is just getting it, the end of the new id is appended: a caller never gets a refusal for a slug it did not send.
 * @param insert answers no row if the slug is taken.
 */
export async function insertAs(
  { given, title, id, taken }: { given: string | undefined; title: string; id: string; taken: Taken },
  insert: (slug: string) => Promise<readonly unknown[]>,
): Promise<string> {
  const made = slugFrom(title, id);
  for (const slug of given === undefined ? [made, `${made}-${id.slice(-8)}`] : [given]) {
    if ((await insert(slug)).length > 0) return slug;
  }
  throw new Refusal(taken, { slug: given ?? made });
}

/** "Crème brûlée, 6 pcs" as `creme-brulee-6-pcs`; `otherwise` if nothing is left of it. */
function slugFrom(title: string, otherwise: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-");
  return words.replace(/^-+/, "").slice(0, 80).replace(/-+$/, "") || otherwise.replace("_", "-");
}

/**
 * The slug for another store's handle. Handles may contain letters of any script and adjacent hyphens; one that is not
 * a valid slug here gets a short digest, so that handles that differ only in such letters stay different.
 */
export function slugOfHandle(handle: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle) && handle.length <= 200) return handle;
  return `${slugFrom(handle, "product")}-${digestOf(handle)}`;
}

/** Eight characters to distinguish texts by. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);
