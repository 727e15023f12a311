/** A provider's settings as they are kept: sealed under the store's key, and for that provider alone. */

import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { open, openUnlessLost, seal } from "#core/secret";
import type { Settings } from "./settings.ts";

const ownerOf = (code: string) => `provider ${code}`;

export const sealedSettings = (code: string, settings: Settings): string =>
  seal(JSON.stringify(settings), ownerOf(code));

export const openedSettings = (code: string, sealed: string): Settings => JSON.parse(open(sealed, ownerOf(code)));

/** None where the key is lost: then all of them are to be entered again. */
export const openedUnlessLost = (code: string, sealed: string): Settings =>
  JSON.parse(openUnlessLost(sealed, ownerOf(code)) ?? "{}");

/** Settings with what they were opened from: whoever finds the same text in the row has these. */
export interface Opened {
  readonly sealed: string;
  readonly settings: Settings;
}

/** To open them takes longer than to read them: by provider, those that were opened last. */
const lastOpened = new Map<string, Opened>();

/** Those that this process has read last, which may have been replaced since: no question to the database. */
export const settingsReadLast = (code: string): Opened | undefined => lastOpened.get(code);

/** The settings of a provider that is set up, or was when something was begun with it; nothing when they are gone. */
export async function readSettings(code: string, tx: Db = db()): Promise<Opened | undefined> {
  const [row] = await tx.execute<{ sealed: string | null }>(sql`select sealed from providers where code = ${code}`);
  const last = lastOpened.get(code);
  if (last && last.sealed === row?.sealed) return last;
  lastOpened.delete(code);
  if (!row?.sealed) return undefined;
  const opened = { sealed: row.sealed, settings: openedSettings(code, row.sealed) };
  lastOpened.set(code, opened);
  return opened;
}

/** The settings alone. */
export async function settingsOf(code: string, tx: Db = db()): Promise<Settings | undefined> {
  return (await readSettings(code, tx))?.settings;
}
