/**
 * A store in several processes, as on a container host. They share a PostgreSQL and queues that none of them embeds.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { buildApp } from "fauxqs";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { newSecretsKey } from "#core/secret";
import { type Child, nodeFlags } from "#local/child";
import { startCloud } from "#local/cloud/cloud";
import { listen } from "#local/http/listen";
import { roleGiven } from "#local/role";
import { aReceiver } from "#test/support/receiver";
import { aDataFolder, aRuntime, owner, processesIn, signedIn } from "../support/harness/runtime.ts";

const root = join(import.meta.dirname, "..", "..");
const soon = { timeout: 60_000, interval: 50 };

const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
const database = `roles_${randomBytes(4).toString("hex")}`;
// Queues without an event bus, like ElasticMQ.
const queues = buildApp({ logger: false });
let shared: Record<string, string>;

beforeAll(async () => {
  await server.unsafe(`create database ${database}`);
  shared = {
    DATABASE_URL: inject("serverUrl").replace(/postgres$/, database),
    SECRETS_KEY: newSecretsKey(),
    PUBLIC_URL: "https://store.test",
    AWS_ENDPOINT_URL_SQS: await queues.listen({ port: 0, host: "127.0.0.1" }),
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "any",
    AWS_SECRET_ACCESS_KEY: "any",
  };
});
afterAll(async () => {
  await queues.close();
  await server.unsafe(`drop database ${database} with (force)`);
  await server.end();
});

const a = (ROLE: string, more: Record<string, string> = {}): Promise<Child> =>
  aRuntime(undefined, { ...shared, ROLE, ...more });

/** A program that ends on its own. */
function ended(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env["PATH"], OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...environment };
  const child = spawn(process.execPath, [...nodeFlags, "local/start.ts"], { cwd: root, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said: said.trim() })));
}

const productCalled = (title: string) => ({ title, variants: [{ sku: title, priceMinor: 1999 }] });

describe("a store in several processes", { timeout: 180_000 }, () => {
  it("accepts requests in one, and sends the resulting events from another", async () => {
    expect(await ended({ ...shared, ROLE: "migrate" })).toEqual({
      code: 0,
      said: `The database is up to date. Sign in as ${owner.email} with OWNER_PASSWORD`,
    });

    const receiver = await aReceiver();
    const told = () => receiver.received.map(({ body }) => JSON.parse(body.toString()).subject.id);
    const [api, worker] = await Promise.all([a("api"), a("worker")]);
    const ask = await signedIn(api, "https://store.test");
    await ask("POST", "/api/admin/x/webhooks/endpoints", { url: receiver.url, events: ["product.created"] });
    const create = async (title: string) => (await ask("POST", "/api/admin/products", productCalled(title)))["id"];
    const first = await create("first");
    await vi.waitFor(() => expect(told()).toEqual([first]), soon);

    // While there is no worker, events wait in the queue; the next worker starts with them.
    expect(await worker.end("SIGTERM")).toBe(0);
    const second = await create("second");
    const next = await a("worker");
    await vi.waitFor(() => expect(told()).toEqual([first, second]), soon);
    expect(await next.end("SIGTERM")).toBe(0);
    expect(await api.end("SIGTERM")).toBe(0);
  });

  // A health-check port must not become a second, forgotten entrance.
  it("reports at a worker whether it is ready, and nothing else", async () => {
    const worker = await a("worker");
    const statusOf = async (path: string, method = "GET") => (await fetch(worker.url + path, { method })).status;
    expect(await statusOf("/api/health/ready")).toBe(200);
    for (const path of ["/", "/index.html", "/media/x", "/files/x", "/api/admin/orders", "/api/admin/store"]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
    expect(await statusOf("/api/admin/session", "POST")).toBe(404);
    await worker.end();
  });

  it("listens only where HOST says", async () => {
    const api = await a("api", { HOST: "127.0.0.2" });
    expect(api.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await fetch(`${api.url}/api/health`)).status).toBe(200);
    await expect(fetch(api.url.replace("127.0.0.2", "127.0.0.1"))).rejects.toThrow();
    await api.end();
  });

  it("refuses in one sentence what it cannot do", async () => {
    const { code, said } = await ended({ ...shared, ROLE: "web" });
    expect([code, said]).toEqual([1, 'ROLE is "web": give all, api, worker, migrate.']);
  });
});

describe("a separate process", () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(shared)) delete process.env[name];
    Object.assign(process.env, before);
  });

  // Each of these would start, accept orders, and never send an event.
  it.each([
    [{ ROLE: "api", DATABASE_URL: "" }, "ROLE=api needs DATABASE_URL: "],
    [{ ROLE: "migrate", DATABASE_URL: "" }, "ROLE=migrate needs DATABASE_URL: "],
    [{ ROLE: "api", AWS_ENDPOINT_URL_SQS: "" }, "ROLE=api needs AWS_ENDPOINT_URL_SQS: "],
    [{ ROLE: "worker", PUBLIC_URL: "" }, "ROLE=worker needs PUBLIC_URL: "],
    // It ended with "UnknownError".
    [{ ROLE: "api", AWS_ENDPOINT_URL_SQS: "queues:9324" }, 'AWS_ENDPOINT_URL_SQS is "queues:9324": give an address'],
  ])("is refused with %j", (environment, sentence) => {
    Object.assign(process.env, shared, environment);
    expect(roleGiven).toThrow(sentence);
  });

  it("is refused with a bus that would not find its queues, and with another machine's address", async () => {
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = "http://127.0.0.1:9";
    await expect(startCloud()).rejects.toThrow("An external bus cannot reach embedded queues");
    delete process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"];
    await expect(listen(createServer(), 0, "198.51.100.1")).rejects.toThrow(
      'HOST is "198.51.100.1", which is no address',
    );
  });
});

describe("the started program", { timeout: 120_000 }, () => {
  const started = (args: readonly string[], DATA_DIR: string) =>
    spawn(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", DEMO: "0", DATA_DIR },
      stdio: ["ignore", "pipe", "inherit"],
    });

  // systemd and containers consider it ended once the process that they know is gone, and start the next.
  it("passes signals on, and ends no sooner than the store", async () => {
    const folder = await aDataFolder();
    const child = started(["scripts/run.mjs", "node", "local/start.ts"], folder);
    const code = new Promise((resolve) => child.once("exit", resolve));
    await new Promise<void>((ready) =>
      child.stdout.setEncoding("utf8").on("data", (text: string) => /is at http/.test(text) && ready()),
    );
    child.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(await processesIn(folder)).toEqual([]);
  });

  it("leaves nothing behind if it is stopped while it starts", async () => {
    const folder = await aDataFolder();
    const child = started(["local/start.ts"], folder);
    const code = new Promise((resolve) => child.once("exit", resolve));
    await vi.waitFor(() => stat(join(folder, "postgres", "postmaster.pid")), { ...soon, interval: 5 });
    child.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(await processesIn(folder)).toEqual([]);
  });
});
