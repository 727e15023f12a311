/**
 * Access tokens shared by all processes: fetched once for all concurrent callers, and again at once if one is refused.
 */

import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { sharedTokens } from "#core/provider/shared-tokens";
import { newSecretsKey } from "#core/secret";
import { call } from "../support/call.ts";
import { untilSent } from "../support/database-asked.ts";

const tokens = sharedTokens("easypost");
beforeAll(async () => {
  await call(provider.configure, { code: "easypost", settings: { apiKey: "EZTK123456", labelFormat: "PDF" } });
});

let fetchedTimes = 0;
const make = async () => ({ text: `token ${++fetchedTimes}`, forSeconds: 3_600 });

it("fetches one for all concurrent callers, even in processes that share nothing but the database", async () => {
  const allAsk = untilSent("insert into provider_tokens", 8);
  const makeLate = () => allAsk.then(make);
  const taken = await Promise.all(Array.from({ length: 8 }, () => tokens.take("shared", makeLate)));
  expect(new Set(taken.map(({ text }) => text))).toEqual(new Set(["token 1"]));
  expect((await tokens.take("shared", make)).text).toBe("token 1");
});

// Of many that were refused with the old token, the last must not discard the new one.
it("discards the rejected token, and no other", async () => {
  const { text } = await tokens.take("refused", make);
  await tokens.drop("refused", text);
  const { text: next } = await tokens.take("refused", make);
  expect(next).not.toBe(text);
  await tokens.drop("refused", text);
  expect((await tokens.take("refused", make)).text).toBe(next);
});

it("lets another process try if the first one failed or died", async () => {
  await expect(tokens.take("failed", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await tokens.take("failed", make)).text).toMatch(/token/);
  // As if its process had been killed: its claim is there, and has expired.
  await db().execute(sql`
    update provider_tokens set sealed = null, until = null, fetched_until = clock_timestamp() - interval '1 second'`);
  expect((await tokens.take("failed", make)).text).toMatch(/token/);
});

// It waited until the other's claim expired and fetched it then: its call was not made before another worker made it too.
it("leaves the call for later while another process does not get it", async () => {
  await tokens.take("slow", make);
  await db().execute(sql`
    update provider_tokens set sealed = null, until = null, fetched_until = clock_timestamp() + interval '40 seconds'`);
  const waiting = sharedTokens("easypost", 300).take("slow", make);
  await expect(waiting).rejects.toMatchObject({ outcome: { is: "later" } });
});

it("fetches again what was encrypted with a lost key", async () => {
  const { text } = await tokens.take("lost", make);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("SECRETS_KEY", newSecretsKey());
  await tokens.drop("lost", text);
  expect((await tokens.take("lost", make)).text).not.toBe(text);
});

it("stores none in plain text", async () => {
  await tokens.take("sealed", make);
  expect(JSON.stringify(await db().execute(sql`select * from provider_tokens`))).not.toContain("token ");
});
