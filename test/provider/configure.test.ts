/** Changing a provider's settings: a secret is sent once, kept if it is omitted, and can be removed. */
import { expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { senders } from "#core/message/sender-family";
import { messageContext } from "#core/message/write/message-context";
import type { Family } from "#core/provider/adapter";
import { configureProvider } from "#core/provider/configure";
import { removeProvider } from "#core/provider/remove";
import { settingsOf } from "#core/provider/sealed-settings";
import { newSecretsKey } from "#core/secret";
import { fedex } from "#core/shipping/carriers/fedex/fedex";
import { refuseStrangeKey } from "#local/refuse-strange-key";
import { auditMark, entriesSince } from "../support/audit.ts";

const family: Family = { kind: "carrier", codes: ["fedex"], load: async () => fedex };
const configure = (settings: Record<string, string | null>, code = "fedex", use?: true) =>
  inChange(system("test"), (change) =>
    configureProvider([family, senders])(change, { code, settings, ...(use && { use }) }),
  );

const plain = {
  clientId: "id",
  accountNumber: "123456789",
  pickup: "USE_SCHEDULED_PICKUP",
  labelFormat: "PDF",
  server: "sandbox",
};

it("keeps an omitted secret, and removes an optional one if null is sent", async () => {
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

// Its form is empty then and has no box to remove a secret: whoever left one out got the old one back.
it("starts without the secrets of before once it was removed", async () => {
  await configure({ ...plain, clientSecret: "a-long-secret-key", webhookToken: "a-long-webhook-token" });
  await inChange(system("test"), (change) => removeProvider([family])(change, { code: "fedex" }));
  await expect(configure(plain)).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path: "settings.clientSecret" }] },
  });
  await configure({ ...plain, clientSecret: "another-long-secret" });
  expect(await settingsOf("fedex")).toEqual({ ...plain, clientSecret: "another-long-secret" });
});

it("leaves no audit entry if the same settings are saved again, with or without the secrets", async () => {
  const secrets = { clientSecret: "a-long-secret-key", webhookToken: "a-long-webhook-token" };
  await configure({ ...plain, ...secrets });
  const mark = await auditMark();
  await configure({ ...plain, ...secrets });
  await configure(plain);
  expect(await entriesSince(mark)).toEqual([]);
  await configure({ ...plain, clientSecret: "another-long-secret" });
  expect(await entriesSince(mark)).toMatchObject([{ action: "provider.configure", subjectId: "fedex" }]);
});

it("refuses null for a required one, and changes nothing", async () => {
  await configure({ ...plain, clientSecret: "a-long-secret-key" });
  await expect(configure({ ...plain, clientSecret: null })).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path: "settings.clientSecret" }] },
  });
  expect(await settingsOf("fedex")).toMatchObject({ clientSecret: "a-long-secret-key" });
});

// Users who may change settings must not read a secret by having it sent to an address of their own.
it("requires a secret again before it is sent to a different address", async () => {
  const secrets = { clientSecret: "a-long-secret-key", webhookToken: "a-long-webhook-token" };
  await configure({ ...plain, ...secrets });
  const elsewhere = { ...plain, server: "https://evil.test" };
  await expect(configure({ ...elsewhere, webhookToken: null })).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path: "settings.clientSecret", message: expect.stringContaining("another address") }] },
  });
  expect(await settingsOf("fedex")).toMatchObject({ server: "sandbox", ...secrets });
  expect((await configure({ ...elsewhere, ...secrets })).settings).toMatchObject({ server: "https://evil.test" });
  expect((await configure({ ...elsewhere, labelFormat: "PNG" })).settings).toMatchObject({ labelFormat: "PNG" });
  expect((await configure({ ...plain, server: "live" })).mode).toBe("live");
});

it.each([{ host: "evil.test" }, { port: "2525" }, { security: "none" }])(
  "requires a mail server's password again before it is sent to %j",
  async (other) => {
    const server = { host: "smtp.store.test", port: "587", security: "starttls", user: "store" };
    const from = { fromName: "Store", fromAddress: "store@store.test" };
    const said = { ...server, ...from };
    const { settings } = await configure({ ...said, password: "a-long-password" }, "smtp");
    expect(settings).toMatchObject(server);
    await expect(configure({ ...said, ...other }, "smtp")).rejects.toMatchObject({
      detail: { issues: [{ path: "settings.password" }] },
    });
    expect((await configure({ ...said, fromName: "Shop" }, "smtp")).settings).toMatchObject({ fromName: "Shop" });
  },
);

// The server was never asked for a login, and each message failed later.
it.each([
  [{ user: "store" }, "settings.password"],
  [{ password: "a-long-password" }, "settings.user"],
])("refuses a mail server's user without a password, and the reverse: %j", async (half, path) => {
  await db().execute(sql`delete from providers where code = 'smtp'`);
  const said = {
    host: "mail.store.test",
    port: "587",
    security: "starttls",
    fromName: "S",
    fromAddress: "s@store.test",
  };
  await expect(configure({ ...said, ...half }, "smtp")).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path }] },
  });
  expect(await db().execute(sql`select from providers where code = 'smtp'`)).toHaveLength(0);
  await configure(said, "smtp");
});

// Correcting the address of the sender that was kept in reserve sent everything through it.
it("saving a sender that is not in use leaves the other in use, until it is chosen or set up again", async () => {
  const used = async () => (await messageContext(db())).senderFor("sms");
  const twilio = { accountSid: `AC${"0".repeat(32)}`, authToken: "a-long-auth-token", sender: "+15551234567" };
  await configure(twilio, "twilio");
  await configure({ authKey: "a-long-auth-key" }, "msg91");
  expect(await used()).toBe("msg91");
  await configure({ ...twilio, sender: "+15557654321" }, "twilio");
  expect(await used()).toBe("msg91");
  const mark = await auditMark();
  await configure({ ...twilio, sender: "+15557654321" }, "twilio", true);
  expect(await used()).toBe("twilio");
  expect(await entriesSince(mark)).toMatchObject([{ action: "provider.configure", after: { use: true } }]);
  await inChange(system("test"), (change) => removeProvider([senders])(change, { code: "msg91" }));
  await configure({ authKey: "a-long-auth-key" }, "msg91");
  expect(await used()).toBe("msg91");
});

it("treats settings whose key is lost as missing: everything must be sent again", async () => {
  await configure({ ...plain, clientSecret: "a-long-secret-key", webhookToken: "a-long-webhook-token" });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("SECRETS_KEY", newSecretsKey());
  await expect(refuseStrangeKey(process.env["DATABASE_URL"] ?? "", "/srv/data")).rejects.toThrow(
    "/srv/data/secrets-key is not the key",
  );

  await expect(configure(plain)).rejects.toMatchObject({
    code: "request.invalid",
    detail: { issues: [{ path: "settings.clientSecret" }] },
  });
  await configure({ ...plain, clientSecret: "another-long-secret" });
  expect(await settingsOf("fedex")).toEqual({ ...plain, clientSecret: "another-long-secret" });
  await refuseStrangeKey(process.env["DATABASE_URL"] ?? "", "/srv/data");
});
