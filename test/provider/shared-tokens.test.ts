/** Access tokens that all processes share: fetched once however many ask, and again at once when one is refused. */

import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { sharedTokens } from "#core/provider/shared-tokens";
import { newSecretsKey } from "#core/secret";
import { call } from "../support/call.ts";

const tokens = sharedTokens("easypost");
beforeAll(async () => {
  await call(provider.configure, { code: "easypost", settings: { apiKey: "EZTK123456", labelFormat: "PDF" } });
});

let fetchedTimes = 0;
/** The provider's answer takes a while, so that all of them ask before it comes. */
const make = async () => {
  await new Promise((later) => setTimeout(later, 150));
  return { text: `token ${++fetchedTimes}`, forSeconds: 3_600 };
};

it("fetches one for all that ask at once, as processes do that share nothing but the database", async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => tokens.take("shared", make)));
  expect(new Set(taken.map(({ text }) => text))).toEqual(new Set(["token 1"]));
  expect((await tokens.take("shared", make)).text).toBe("token 1");
});

// Of many that were refused with the old one, the last must not throw the new one away.
it("forgets the one that was refused, and no other", async () => {
  const { text } = await tokens.take("refused", make);
  await tokens.drop("refused", text);
  const { text: next } = await tokens.take("refused", make);
  expect(next).not.toBe(text);
  await tokens.drop("refused", text);
  expect((await tokens.take("refused", make)).text).toBe(next);
});

it("lets another try when whoever fetched it failed, or died over it", async () => {
  await expect(tokens.take("failed", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await tokens.take("failed", make)).text).toMatch(/token/);
  // As if its process had been killed: the claim is there, and its time is over.
  await db().execute(sql`
    update provider_tokens set sealed = null, until = null, fetched_until = clock_timestamp() - interval '1 second'`);
  expect((await tokens.take("failed", make)).text).toMatch(/token/);
});

it("fetches anew what was sealed with a key that is lost", async () => {
  const { text } = await tokens.take("lost", make);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("SECRETS_KEY", newSecretsKey());
  await tokens.drop("lost", text);
  expect((await tokens.take("lost", make)).text).not.toBe(text);
});

it("keeps none in the clear", async () => {
  await tokens.take("sealed", make);
  expect(JSON.stringify(await db().execute(sql`select * from provider_tokens`))).not.toContain("token ");
});
