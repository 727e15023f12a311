import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/kit/fields";
import type { Session } from "#core/contract/session";
import { rights, titleAtFirst } from "#core/contract/values/rights";
import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

export const readSession = (by: Actor): Promise<Session> => sessionOf(db(), by);

const signedIn = z.object({ kind: z.enum(["staff", "key"]), id: z.union([id("staff"), id("key")]) });

/** The caller's own session. Only for staff and keys: no one else has one. */
export async function sessionOf(tx: Db, by: Actor): Promise<Session> {
  const [known] = await tx.execute<{ email: string | null; title: string | null; vendor: string | null }>(sql`
    select
      (select email from staff where id = ${by.id}) as email,
      (select title from roles where role = ${by.role}) as title,
      (select name from vendors where id = ${by.vendorId}) as vendor`);
  if (!known || by.role === null) throw new Error(`A ${by.kind} has no session to show.`);
  return {
    ...signedIn.parse(by),
    name: by.name,
    email: known.email,
    role: by.role,
    title: known.title ?? titleAtFirst(by.role),
    rights: rights.filter((right) => by.rights.has(right)),
    vendor: by.vendorId === null ? null : { id: by.vendorId, name: known.vendor ?? "" },
  };
}
