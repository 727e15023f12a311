import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Family } from "#core/provider/adapter";
import { configureProvider } from "#core/provider/configure";
import { stateOf } from "#core/provider/list-providers";
import { shownSettings } from "#core/provider/settings";

interface TestProvider {
  readonly family: Family;
  readonly code: string;
  readonly settings: { readonly address: string; readonly key: string; readonly webhookSecret: string };
}

/** A port of this machine. Settings with another address were made by a person. */
const here = /^http:\/\/localhost:\d+\/api\/test-[a-z]+$/;

/**
 * Sets up one of the store's own test providers, or updates it when this start uses another port. One that a person has
 * removed, or set up with another address, stays as it is.
 */
export async function setUpTestProvider({ family, code, settings }: TestProvider): Promise<void> {
  const adapter = await family.load(code);
  if (!adapter) throw new Error(`there is no ${code}`);
  const state = (await stateOf(db(), sql`code = ${code}`)).get(code);
  const shown = shownSettings(adapter.settings, settings);
  const isSet = state && Object.entries(shown).every(([name, value]) => state.shown[name] === value);
  if (isSet || state?.removed || (state && !here.test(state.shown["address"] ?? ""))) return;
  await inChange(system(adapter.label), (change) => configureProvider([family])(change, { code, settings }));
}
