import { sql } from "drizzle-orm";
import { db } from "#core/db/client";
import { knownMigrations } from "#core/db/migrate";
import { reading } from "#core/db/reading";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";

/** Answers when the database does and has every migration of this code. */
export async function isReady(): Promise<{ status: "ready" }> {
  try {
    const ran = await reading(() => db().execute<{ name: string }>(sql`select name from migrations`));
    const names = new Set(ran.map(({ name }) => name));
    if ((await knownMigrations()).every((name) => names.has(name))) return { status: "ready" };
  } catch (error) {
    log.warn("not ready", { error });
  }
  throw new Refusal("service.notReady");
}
