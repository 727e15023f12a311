/** A deployed function's settings, from a Secrets Manager on this machine that answers as a test says. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { linesLogged } from "../support/logged.ts";

type Secrets = Record<string, Record<string, string | number>>;
let secrets: Secrets = {};
let asked: string[] = [];
const secretsManager = createServer(async (request, response) => {
  const { SecretId } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  asked.push(SecretId);
  const secret = secrets[SecretId];
  response.statusCode = secret ? 200 : 400;
  response.end(JSON.stringify(secret ? { SecretString: JSON.stringify(secret) } : { __type: "AccessDenied" }));
}).listen(0, "127.0.0.1");
await once(secretsManager, "listening");
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  secretsManager.close();
});

/** A function as it is after a cold start. */
const coldStart = async () => {
  vi.resetModules();
  return import("#functions/deploy/settings");
};

beforeEach(() => {
  asked = [];
  secrets = { settings: { SECRETS_KEY: "k1:new", ADMIN_TOKEN: "token", DATABASE_URL: "postgres://given/shop" } };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(secretsManager.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    SETTINGS_SECRET: "settings",
  });
  delete process.env["DATABASE_SECRET"];
});

describe("a deployed function", () => {
  it("fetches its settings once, however many requests start it", async () => {
    const { withSettings } = await coldStart();
    const handler = withSettings(async (name: string) => process.env[name]);
    expect(await Promise.all([handler("ADMIN_TOKEN"), handler("SECRETS_KEY"), handler("DATABASE_URL")])).toEqual([
      "token",
      "k1:new",
      "postgres://given/shop",
    ]);
    await handler("ADMIN_TOKEN");
    expect(asked).toEqual(["settings"]);
  });

  // What one area needs is in its own secret, which another area's role may not read.
  it("combines the contents of several secrets", async () => {
    secrets["token"] = { ADMIN_TOKEN: "of its own" };
    process.env["SETTINGS_SECRET"] = "settings,token";
    const { withSettings } = await coldStart();
    const seen = await withSettings(async () => [process.env["ADMIN_TOKEN"], process.env["SECRETS_KEY"]])();
    expect(seen).toEqual(["of its own", "k1:new"]);
    expect(asked.toSorted()).toEqual(["settings", "token"]);
  });

  it("builds Aurora's URL, with any characters in the password", async () => {
    secrets["aurora"] = { host: "db.internal", port: 5432, dbname: "shop", username: "shop", password: "p@ss/w?rd#1" };
    process.env["DATABASE_SECRET"] = "aurora";
    const { withSettings } = await coldStart();
    const url = new URL(String(await withSettings(async () => process.env["DATABASE_URL"])()));
    expect(url.host).toBe("db.internal:5432");
    expect(decodeURIComponent(url.password)).toBe("p@ss/w?rd#1");
    expect(url.searchParams.get("sslmode")).toBe("verify-full");
  });

  it("uses the reader host for Aurora's standby", async () => {
    secrets["aurora"] = { host: "db.internal", port: 5432, dbname: "shop", username: "shop", password: "p@ss" };
    process.env["DATABASE_SECRET"] = "aurora";
    process.env["DATABASE_READ_HOST"] = "db-ro.internal";
    const { withSettings } = await coldStart();
    const urls = await withSettings(async () => [process.env["DATABASE_URL"], process.env["DATABASE_READ_URL"]])();
    expect(urls[1]).toBe(urls[0]?.replace("db.internal", "db-ro.internal"));
  });

  // Lambda logs what is thrown as it is: names, addresses and the hash of a password among a query's parameters.
  it("logs why it fails without a query's parameters, and throws an error without either", async () => {
    const { withSettings } = await coldStart();
    const failed = Object.assign(new Error("Failed query: select $1\nparams: hash-of-a-password"), {
      query: "select $1",
      params: ["hash-of-a-password"],
    });
    const lines = linesLogged();
    const handler = withSettings(() => Promise.reject(failed));
    await expect(handler()).rejects.toThrow(/^The invocation has failed; the log says why.$/);
    expect(lines).toMatchObject([{ level: "ERROR", message: "invocation failed" }]);
    expect(JSON.stringify(lines)).toContain("select $1");
    expect(JSON.stringify(lines)).not.toContain("hash-of-a-password");
  });

  // If it were kept, a failure at a cold start would fail every request until the function is replaced.
  it("fetches again after a failure", async () => {
    const { withSettings } = await coldStart();
    const handler = withSettings(async () => "answered");
    const kept = secrets;
    secrets = {};
    await expect(handler()).rejects.toThrow("AccessDenied");
    secrets = kept;
    expect(await handler()).toBe("answered");
  });
});
