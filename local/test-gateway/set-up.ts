import { sql } from "drizzle-orm";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { gateways } from "#core/payment/gateway-family";
import { test } from "#core/payment/gateways/test";
import { configureProvider } from "#core/provider/configure";
import { stateOf } from "#core/provider/list-providers";
import { shownSettings } from "#core/provider/settings";

/** A port of this machine. Settings that name another place were made by somebody. */
const here = /^http:\/\/localhost:\d+\/api\/test-gateway$/;

/**
 * Sets the store's test gateway up as the provider `test`, or anew when this start has another port. One that somebody has
 * removed, or set up for another address, stays as it is.
 */
export async function setUpTestGateway(settings: {
  readonly address: string;
  readonly key: string;
  readonly webhookSecret: string;
}): Promise<void> {
  const state = (await stateOf(db(), sql`code = ${test.code}`)).get(test.code);
  const shown: Readonly<Record<string, string>> = shownSettings(test.settings, settings);
  const isSet = state && Object.entries(shown).every(([name, value]) => state.shown[name] === value);
  if (isSet || state?.removed || (state && !here.test(state.shown["address"] ?? ""))) return;
  await inChange(system("test gateway"), (change) =>
    configureProvider([gateways])(change, { code: test.code, settings }),
  );
}
