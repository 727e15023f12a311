import { isDeepStrictEqual } from "node:util";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as provider from "#core/contract/provider";
import { rights } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal, refuseBeyond } from "#core/refusal";
import { adapterIn, type Family } from "./adapter.ts";
import { shownProvider, stateOf } from "./list-providers.ts";
import { openedUnlessLost, sealedSettings } from "./sealed-settings.ts";
import { changesHost, secretNames, shownSettings } from "./settings.ts";

/**
 * Sets up a provider, or changes its settings. An omitted secret stays as it is, unless the provider was removed; a given
 * one replaces it, and open calls are settled with the new one. Null removes an optional setting. If the settings lead to
 * another server, secrets have to be entered again or removed, so that no one can obtain a secret by having it sent to
 * their own server.
 * Saving the same settings again ends a pause, and leaves no audit entry.
 *
 * A sender of emails takes every right: whoever chooses its server can read an owner's link to a new password there.
 *
 * Of several senders for one channel the last one that was set up or chosen is used. Saving another does not choose it.
 */
export const configureProvider =
  (families: readonly Family[]) =>
  async (change: Change, input: InputOf<typeof provider.configure>): Promise<provider.Provider> => {
    const found = await adapterIn(families, input.code);
    if (!found) throw new Refusal("provider.unknown");
    const { kind, adapter } = found;
    if (adapter.email !== undefined) refuseBeyond(change.by, rights);
    const before = await lockedProvider(change, input.code);
    const kept = before?.sealed && !before.removed ? openedUnlessLost(input.code, before.sealed) : {};
    const secrets = secretNames(adapter.settings).filter((name) => !(name in input.settings) && kept[name]);
    const entered = Object.entries(input.settings).filter(([, value]) => value !== null);
    const given = Object.fromEntries([...entered, ...secrets.map((name) => [name, kept[name]])]);
    const parsed = adapter.settings.safeParse(given);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({
        path: ["settings", ...path].join("."),
        message,
      }));
      throw new Refusal("request.invalid", { issues });
    }
    const settings = parsed.data;
    if (changesHost(adapter.settings, kept, settings)) refuseKept(secrets);
    const [mode, shown] = [adapter.mode(settings), shownSettings(adapter.settings, settings)];
    const isNew = before === null || before.removed;
    const isChosen = isNew || input.use === true;
    await change.tx.execute(sql`
      insert into providers (code, kind, mode, sealed, shown, configured_at)
      values (${input.code}, ${kind}, ${mode}, ${sealedSettings(input.code, settings)}, ${JSON.stringify(shown)}::jsonb,
        ${change.at.toISOString()}::timestamptz)
      on conflict (code) do update set mode = excluded.mode, sealed = excluded.sealed, shown = excluded.shown,
        configured_at = case when ${isChosen} then excluded.configured_at else providers.configured_at end, removed_at = null, paused_until = null, failed_at = null, failure = null,
        webhook_refused_at = null`);
    const isSame = !isNew && input.use !== true && isDeepStrictEqual({ ...kept }, { ...settings });
    if (!isSame) {
      const was = before && { mode: before.mode, settings: before.shown, removed: before.removed };
      const after = { mode, settings: shown, ...(input.use && { use: true }) };
      audit(change, provider.configure.name, input.code, { before: was, after }, "provider");
    }
    const state = await stateOf(change.tx, sql`code = ${input.code}`);
    return shownProvider(kind, adapter, state.get(input.code));
  };

function refuseKept(secrets: readonly string[]): void {
  const message = "Enter it again: it would be sent to another address.";
  const issues = secrets.map((name) => ({ path: `settings.${name}`, message }));
  if (issues.length > 0) throw new Refusal("request.invalid", { issues });
}

interface Locked extends Record<string, unknown> {
  readonly mode: "live" | "test";
  readonly sealed: string | null;
  readonly shown: Record<string, string>;
  readonly removed: boolean;
}

/** A provider's row, locked; null if it was never set up. */
export async function lockedProvider(change: Change, code: string): Promise<Locked | null> {
  const [row] = await change.tx.execute<Locked>(sql`
    select mode, sealed, shown, removed_at is not null as removed from providers where code = ${code} for update`);
  return row ?? null;
}
