/** A provider's stored settings: sealed with the store's key, and for that provider only. */

import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { open, openUnlessLost, seal } from "#core/secret";
import type { Settings } from "./settings.ts";

const ownerOf = (code: string) => `provider ${code}`;

export const sealedSettings = (code: string, settings: Settings): string =>
  seal(JSON.stringify(settings), ownerOf(code));

export const openedSettings = (code: string, sealed: string): Settings => JSON.parse(open(sealed, ownerOf(code)));

/** Empty if the key is lost: then all settings have to be entered again. */
export const openedUnlessLost = (code: string, sealed: string): Settings =>
  JSON.parse(openUnlessLost(sealed, ownerOf(code)) ?? "{}");

/** Settings and the sealed text they were opened from: valid as long as the row has the same text. */
export interface Opened {
  readonly sealed: string;
  readonly settings: Settings;
}

/** The settings last opened, by provider, because opening takes longer than reading. */
const lastOpened = new Map<string, Opened>();

/** The settings last read by this process, without a query; they may have been replaced since. */
export const settingsReadLast = (code: string): Opened | undefined => lastOpened.get(code);

/**
 * The settings of a provider that is set up, or removed but still needed for open calls; undefined if there are none.
 */
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

/** Only the settings. */
export async function settingsOf(code: string, tx: Db = db()): Promise<Settings | undefined> {
  return (await readSettings(code, tx))?.settings;
}
