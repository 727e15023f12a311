/** Changing a provider's settings: a secret is sent once, stays while nobody speaks of it, and can be taken away. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import type { Family } from "#core/provider/adapter";
import { configureProvider } from "#core/provider/configure";
import { settingsOf } from "#core/provider/sealed-settings";
import { fedex } from "#core/shipping/carriers/fedex/fedex";

const family: Family = { kind: "carrier", codes: ["fedex"], load: async () => fedex };
const configure = (settings: Record<string, string | null>) =>
  inChange(system("test"), (change) => configureProvider([family])(change, { code: "fedex", settings }));

const plain = {
  clientId: "id",
  accountNumber: "123456789",
  pickup: "USE_SCHEDULED_PICKUP",
  labelFormat: "PDF",
  server: "sandbox",
};

it("keeps a secret that is left out, and takes an optional one away when null is sent", async () => {
  await configure({ ...plain, clientSecret: "a-long-secret-key", webhookToken: "a-long-webhook-token" });
  await configure(plain);
  expect(await settingsOf("fedex")).toMatchObject({
    clientSecret: "a-long-secret-key",
    webhookToken: "a-long-webhook-token",
  });
  const { settings } = await configure({ ...plain, webhookToken: null });
  expect(settings).not.toHaveProperty("webhookToken");
  expect(await settingsOf("fedex")).not.toHaveProperty("webhookToken");
});

it("refuses null for what it cannot do without, and changes nothing", async () => {
  await configure({ ...plain, clientSecret: "a-long-secret-key" });
  await expect(configure({ ...plain, clientSecret: null })).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path: "settings.clientSecret" }] },
  });
  expect(await settingsOf("fedex")).toMatchObject({ clientSecret: "a-long-secret-key" });
});
