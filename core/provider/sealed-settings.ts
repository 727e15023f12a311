/** A provider's settings as they are kept: sealed under the store's key, and for that provider alone. */
import { sql } from "drizzle-orm";
import { type Db, db } from "#core/db/client";
import { open, seal } from "#core/secret";
import type { Settings } from "./settings.ts";

const ownerOf = (code: string) => `provider ${code}`;

export const sealedSettings = (code: string, settings: Settings): string =>
  seal(JSON.stringify(settings), ownerOf(code));

export const openedSettings = (code: string, sealed: string): Settings => JSON.parse(open(sealed, ownerOf(code)));

/** The settings of a provider that is set up, or was when something was begun with it; nothing when they are gone. */
export async function settingsOf(code: string, tx: Db = db()): Promise<Settings | undefined> {
  const [row] = await tx.execute<{ sealed: string | null }>(sql`select sealed from providers where code = ${code}`);
  return row?.sealed ? openedSettings(code, row.sealed) : undefined;
}
