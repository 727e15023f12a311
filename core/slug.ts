import { createHash } from "node:crypto";
import { Refusal } from "./refusal.ts";

type Taken = "category.slugTaken" | "collection.slugTaken" | "product.slugTaken";

/**
 * Inserts something under the slug that was given, or under one from its title. Where another of its kind has that one
 * already, or is just getting it, the end of the new one's id sets them apart: nobody hears of a slug they did not send.
 * @param insert answers no row when the slug is taken.
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

/** "Crème brûlée, 6 pcs" as `creme-brulee-6-pcs`; `otherwise` where nothing of it is left. */
export function slugFrom(title: string, otherwise: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-");
  return words.replace(/^-+/, "").slice(0, 80).replace(/-+$/, "") || otherwise.replace("_", "-");
}

/**
 * The slug of what another store calls by a handle. Handles may hold letters of any script and hyphens side by side; one
 * that is no slug here gets a short digest, so that two that differ in such letters alone stay two.
 */
export function slugOfHandle(handle: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle) && handle.length <= 200) return handle;
  return `${slugFrom(handle, "product")}-${digestOf(handle)}`;
}

/** Eight letters that tell two texts apart. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);
