import { spawn } from "node:child_process";
import { appendFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { checkAdminToken, checkSettings, shortToken } from "#core/check-settings";
import { connect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { publicUrlFrom } from "#core/public-url";
import { newSecretsKey } from "#core/secret";
import { runningUrl } from "#local/postgres/postgres";
import { serverIn } from "#local/postgres/postgres-server";
import { aBegunFolder, aDataFolder, aRuntime, owner, processesIn, signedIn } from "../support/harness/runtime.ts";

/** How long a killed server may take to be back: it replays its log. */
const patiently = { timeout: 60_000, interval: 100 };

const statusOf = (pid: string) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "");

/** The child processes of a process, recursively; Linux lists them in files. */
async function processesBelow(pid: number): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    await Promise.all(ids.map(async (id) => [id, /^PPid:\s*(\d+)/m.exec(await statusOf(id))?.[1]] as const)),
  );
  const below = [String(pid)];
  for (const parent of below) below.push(...ids.filter((id) => parents.get(id) === parent));
  return below.slice(1);
}

/** Those of these processes that have not ended. */
async function stillThere(ids: readonly string[]): Promise<string[]> {
  const states = await Promise.all(ids.map(async (id) => [id, await statusOf(id)] as const));
  return states.flatMap(([id, status]) => (/^State:\s*[^ZX]/m.test(status) ? [id] : []));
}

/** The process id of the server in a folder, if its pid file has one. */
async function serverOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return Number(text.split("\n")[0]) || undefined;
}

/** A connection of a test's own to the server that runs in a folder. */
async function aConnectionTo(folder: string) {
  const url = await runningUrl(join(folder, "postgres"));
  const pool = connect(url?.("quartermaster") ?? "", 1);
  onTestFinished(() => pool.$client.end({ timeout: 1 }));
  return pool;
}

async function inDatabaseOf(folder: string, ...statements: readonly string[]): Promise<void> {
  const pool = await aConnectionTo(folder);
  for (const statement of statements) await pool.execute(statement);
  await pool.$client.end();
}

/** A server process that serves a single connection. */
async function aBackendOf(folder: string): Promise<number> {
  const pool = await aConnectionTo(folder);
  const [row] = await pool.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

// Whole programs start and stop here, on a machine that may be busy with other files.
describe("npm start", { timeout: 120_000 }, () => {
  it("answers once it says so, and leaves nothing running after Ctrl-C", async () => {
    const folder = await aDataFolder();
    const runtime = await aRuntime(folder);
    expect(await (await fetch(`${runtime.url}/api/health/ready`)).json()).toEqual({ status: "ready" });
    expect(await processesIn(folder)).not.toEqual([]);

    expect(await runtime.end("SIGINT")).toBe(0);

    expect(await processesIn(folder)).toEqual([]);
    await expect(fetch(`${runtime.url}/api/health`)).rejects.toThrow();
  });

  // A container that is stopped, and a terminal that is closed, do not press Ctrl-C.
  it("stops as cleanly when it is terminated", async () => {
    const folder = await aBegunFolder();
    const runtime = await aRuntime(folder);
    expect(await runtime.end("SIGTERM")).toBe(0);
    expect(await processesIn(folder)).toEqual([]);
  });

  // The process that was started is npm. Between it and the store is a shell, which a signal ends silently.
  it("stops as cleanly when the npm that started it is terminated", async () => {
    const folder = await aBegunFolder();
    const npm = spawn("npm", ["start"], {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", DEMO: "0", DATA_DIR: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let tree: string[] = [];
    onTestFinished(async () => {
      for (const pid of await stillThere([String(npm.pid), ...tree])) process.kill(Number(pid), "SIGTERM");
    });
    let output = "";
    npm.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    await expect.poll(() => output, patiently).toMatch(/is at http/);
    tree = await processesBelow(npm.pid ?? 0);
    expect(tree.length).toBeGreaterThan(2);

    npm.kill("SIGTERM");

    await expect.poll(async () => (await stillThere(tree)).concat(await processesIn(folder)), patiently).toEqual([]);
    expect(output).toContain("Stopping …");
    // An unclean end would leave the server's pid file behind.
    await expect(stat(join(folder, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
  });

  // One key press reaches the process three times: from the terminal, from npm and from the script between them.
  it("treats several signals at once as one", async () => {
    const runtime = await aRuntime(await aBegunFolder());
    runtime.process.kill("SIGINT");
    runtime.process.kill("SIGINT");
    expect(await runtime.end("SIGINT")).toBe(0);
  });

  it("restarts in the same folder after kill -9, with the same key, on the server that was left behind", async () => {
    const folder = await aBegunFolder();
    const first = await aRuntime(folder);
    const key = await readFile(join(folder, "secrets-key"), "utf8");
    expect(await first.end("SIGKILL")).toBe("SIGKILL");
    expect(await processesIn(folder)).not.toEqual([]);
    // A job that its worker holds, of a kind that ends it at once.
    await inDatabaseOf(
      folder,
      `insert into jobs (id, direction, kind, status, input, file_name, file_key, actor_kind, actor_name, created_at, claim_id, due_at)
      values ('imp_held', 'import', 'none', 'running', '{}', 'a.csv', 'uploads/a', 'system', 'a', now(), gen_random_uuid(), now() + interval '1 hour')`,
    );

    const second = await aRuntime(folder);
    expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200);
    expect(await readFile(join(folder, "secrets-key"), "utf8")).toBe(key);
    const pool = await aConnectionTo(folder);
    // People waited a minute for an import to go on, although its worker could not be alive.
    await expect
      .poll(async () => (await pool.execute(sql`select status from jobs`))[0], patiently)
      .toEqual({ status: "failed" });
    await pool.$client.end();
    expect(await second.end()).toBe(0);
    expect(await processesIn(folder)).toEqual([]);
  });

  // The machine ran out of memory, and the kernel killed PostgreSQL: the store kept answering 503 until someone came.
  it("restarts PostgreSQL if it crashes, and loses nothing", async () => {
    const folder = await aBegunFolder();
    const runtime = await aRuntime(folder);
    const ask = await signedIn(runtime);
    await ask("PATCH", "/api/admin/store", { name: "Kept" });
    const change = (lowStockThreshold: number) =>
      ask("PATCH", "/api/admin/store", { lowStockThreshold }).catch((error: unknown) => String(error));
    for (const [time, signal] of [
      // After a plain SIGTERM it waits until all connections are closed, and accepts no new ones.
      [1, "SIGTERM"],
      [2, "SIGKILL"],
      [3, "SIGKILL"],
    ] as const) {
      const killed = await serverOf(folder);
      process.kill(killed ?? 0, signal);
      await expect.poll(() => serverOf(folder), patiently).toSatisfy((pid) => pid !== undefined && pid !== killed);
      await expect.poll(() => change(time), patiently).toMatchObject({ name: "Kept", lowStockThreshold: time });
    }
    // Killing one of its connections makes it restart by itself: that is not a death.
    process.kill(await aBackendOf(folder), "SIGKILL");
    await expect.poll(() => change(4), patiently).toMatchObject({ name: "Kept", lowStockThreshold: 4 });
    await expect(aRuntime(folder)).rejects.toThrow("Another start is using");
    expect(await runtime.end()).toBe(0);
    expect(await processesIn(folder)).toEqual([]);
  });

  it("ends with a message if its PostgreSQL cannot be restarted", async () => {
    const folder = await aBegunFolder();
    const runtime = await aRuntime(folder);
    const postgres = join(folder, "postgres");
    await appendFile(join(postgres, "postgresql.conf"), "\nno_such_setting = on\n");
    process.kill((await serverOf(folder)) ?? 0, "SIGKILL");
    expect(await runtime.ended).toBe(1);
    expect(runtime.output()).toMatch(/PostgreSQL did not start in .*no_such_setting/s);
    expect(await processesIn(folder)).toEqual([]);
  });

  // It ended with "read ECONNRESET". A trigger closes the connection in the commit, when no one knows its outcome.
  it("says so if the database stops while the first owner is created, and the next start works", async () => {
    const folder = await aBegunFolder();
    const withoutOwner = await aRuntime(folder);
    await inDatabaseOf(
      folder,
      "update staff set removed_at = now()",
      "create sequence stops",
      "create function stop() returns trigger language plpgsql as 'begin if nextval(''stops'') = 1 then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(20); end if; return null; end'",
      "create constraint trigger stop after insert on staff deferrable initially deferred for each row execute function stop()",
    );
    await withoutOwner.end("SIGKILL");
    const said = /The database .* stopped, while the store was starting \(.*\)\. Start it again\.$/m;
    await expect(aRuntime(folder, { OWNER_PASSWORD: "" })).rejects.toThrow(said);
    expect(await processesIn(folder)).toEqual([]);
    const runtime = await aRuntime(folder, { OWNER_PASSWORD: "" });
    const [, password] = /with the password (\S+)/.exec(runtime.output()) ?? [];
    const signIn = { method: "POST", body: JSON.stringify({ email: owner.email, password }) };
    const headers = { "content-type": "application/json", origin: runtime.url };
    expect((await fetch(`${runtime.url}/api/admin/session`, { ...signIn, headers })).status).toBe(200);
    expect(await runtime.end()).toBe(0);
  });

  // After a power cut the pid file names a process that is gone, or is another one by now.
  it("starts despite a pid file without a server", async () => {
    const folder = await aBegunFolder();
    const first = await aRuntime(folder);
    const pidFile = join(folder, "postgres", "postmaster.pid");
    const left = await readFile(pidFile, "utf8");
    await first.end();
    for (const pid of ["4194303", String(process.pid)]) {
      await writeFile(pidFile, left.replace(/^\d+/, pid));
      const next = await aRuntime(folder);
      expect((await fetch(`${next.url}/api/health/ready`)).status).toBe(200);
      expect(await next.end()).toBe(0);
    }
  });

  // Two servers on one folder would destroy each other's data; two workers of one store duplicate nothing but confuse
  // people.
  it("refuses a folder that another start is using, and leaves that one alone", async () => {
    const folder = await aBegunFolder();
    const first = await aRuntime(folder);
    await expect(aRuntime(folder)).rejects.toThrow(`Another start is using ${folder}`);
    expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200);
    await first.end();
  });

  it("lets only one of two concurrent starts have the folder", async () => {
    const folder = await aDataFolder();
    const both = await Promise.allSettled([aRuntime(folder), aRuntime(folder)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    for (const start of both) if (start.status === "fulfilled") await start.value.end();
  });

  // "off" was taken for on: a store that was to begin empty had a demo's orders in it.
  it.each(["DEMO", "LOG", "TEST_GATEWAY"])("refuses a value of %s that is neither 1 nor 0", async (name) => {
    const folder = await aDataFolder();
    await expect(aRuntime(folder, { [name]: "off" })).rejects.toThrow(new RegExp(`^${name} is "off": give 1 or 0`));
    expect(await processesIn(folder)).toEqual([]);
  });

  // With 0 it waited for a connection for ever; with a word it said "Invalid array length".
  it.each(["0", "many"])("refuses DATABASE_CONNECTIONS=%s", async (given) => {
    const started = aRuntime(undefined, { DATABASE_CONNECTIONS: given });
    await expect(started).rejects.toThrow(`DATABASE_CONNECTIONS is "${given}": give a number`);
  });

  // It started, and sent no traces, waited for receivers as long as always, or had a token that no request could bring.
  it("refuses what it would silently not do, and does not show a token", async () => {
    for (const [name, given] of [
      ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
      ["WEBHOOK_PACE", "slow"],
      ["WEBHOOK_TIMEOUT_SECONDS", "20s"],
      ["WEBHOOK_TIMEOUT_SECONDS", "31"],
    ] as const) {
      vi.stubEnv(name, given);
      expect(checkSettings).toThrow(`${name} is "${given}": give `);
      vi.unstubAllEnvs();
    }
    vi.stubEnv("WEBHOOK_TIMEOUT_SECONDS", "0");
    expect(checkSettings).not.toThrow();
    vi.unstubAllEnvs();
    for (const given of ["a token with spaces in it", "a-token-of-the-löwe"])
      expect(() => checkAdminToken(given)).toThrow(/^ADMIN_TOKEN must have visible ASCII characters only: `openssl/);
    await expect(aRuntime(undefined, { ADMIN_TOKEN: "a token" })).rejects.toThrow("ADMIN_TOKEN must have");
    expect(shortToken("secret")).toMatch(/^ADMIN_TOKEN has fewer than 16 characters and could be guessed: `openssl/);
    expect(shortToken("sixteen-of-those")).toBeNull();
  });

  // It said "Invalid URL", or started, and all its links led nowhere.
  it("refuses a PUBLIC_URL that is not an address, or has a path", async () => {
    for (const given of ["shop.test", "ftp://shop.test", "https://shop.test/admin", "https://shop.test/?a", "nonsense"])
      expect(() => publicUrlFrom(given)).toThrow(`PUBLIC_URL is "${given}": give an address without a path`);
    await expect(aRuntime(undefined, { PUBLIC_URL: "shop.test" })).rejects.toThrow('PUBLIC_URL is "shop.test"');
  });

  // What a demo shows to people who decide must not offer payment without money, if its operator does not want that.
  it("offers the test gateway in a demo store unless TEST_GATEWAY is 0", async () => {
    const folder = await aBegunFolder();
    await writeFile(join(folder, "demo"), "");
    for (const [environment, status] of [
      [{ TEST_GATEWAY: "0" }, 404],
      [{}, 401],
    ] as const) {
      const runtime = await aRuntime(folder, environment);
      expect((await fetch(`${runtime.url}/api/test-gateway/payments/x`)).status).toBe(status);
      await runtime.end();
    }
  });

  // With a mistyped password it said only to start it again.
  it("points to DATABASE_URL if its database does not let it in", async () => {
    const url = new URL(inject("serverUrl"));
    url.username = "nobody";
    const started = aRuntime(undefined, { DATABASE_URL: url.href, SECRETS_KEY: newSecretsKey() });
    await expect(started).rejects.toThrow("Check that PostgreSQL runs and that DATABASE_URL is right");
  });

  // It said "Invalid URL", or could not find a host that nobody had named.
  it.each([
    ["DATABASE_URL", "postgres://store:pass#word@localhost/store"],
    ["DATABASE_URL", "mysql://localhost/store"],
    ["MIGRATION_DATABASE_URL", "localhost"],
  ])("says that %s is not an address, and does not show it: %s", async (name, address) => {
    const database = { DATABASE_URL: inject("serverUrl"), SECRETS_KEY: newSecretsKey(), [name]: address };
    const refused: unknown = await aRuntime(undefined, database).catch((error: unknown) => error);
    expect(String(refused)).toMatch(new RegExp(`^Error: ${name} is not an address such as postgres://`));
    expect(String(refused)).not.toContain(address);
  });

  // On a read-only disk it said that there was no such file, and nothing of what to do.
  it("names the folder in which it cannot keep its data", async () => {
    const file = join(await aDataFolder(), "file");
    await writeFile(file, "");
    await expect(aRuntime(file)).rejects.toThrow(`The store keeps its data in ${file}, which is not possible`);
  });

  // PostgreSQL's own program starts it through a shell, and said something about /bin/sh.
  it("refuses a folder whose name a shell would change, and says why", async () => {
    const folder = await aDataFolder();
    for (const name of ['a "shop"', "$HOME", "two\nlines", ...(process.platform === "win32" ? [] : ["back\\slash"])])
      await expect(serverIn(join(folder, name))).rejects.toThrow(/^The embedded PostgreSQL cannot be in /);
    await expect(aRuntime(join(folder, "`id`"))).rejects.toThrow(/^The embedded PostgreSQL cannot be in .*`id`/);
  });

  it("refuses a port in use with a message, and stops what it had started", async () => {
    const folder = await aBegunFolder();
    const first = await aRuntime(await aBegunFolder());
    await expect(aRuntime(folder, { PORT: new URL(first.url).port })).rejects.toThrow(/^Port \d+ is taken/);
    expect(await processesIn(folder)).toEqual([]);
    await first.end();
  });

  // The folder was copied without it, or someone tidied up. With a new key every delivery fails, one by one.
  it("refuses a key that does not open the store's secrets, unless it was set explicitly", async () => {
    const folder = await aBegunFolder();
    const first = await aRuntime(folder);
    const ask = await signedIn(first);
    const { id } = await ask<{ id: string }>("POST", "/api/admin/x/webhooks/endpoints", {
      url: "http://localhost:9/",
      events: ["order.*"],
    });
    await first.end();
    const keyFile = join(folder, "secrets-key");
    const key = await readFile(keyFile, "utf8");

    await rm(keyFile);
    await expect(aRuntime(folder)).rejects.toThrow(/secrets-key is not the key that .* Put the old file back\./);
    expect(await processesIn(folder)).toEqual([]);

    // What the message suggests for a key that is lost for good.
    const lost = await aRuntime(folder, { SECRETS_KEY: await readFile(keyFile, "utf8") });
    await (await signedIn(lost))("POST", `/api/admin/x/webhooks/endpoints/${id}/rotate-secret`);
    await lost.end();
    await (await aRuntime(folder)).end();

    await writeFile(keyFile, key);
    await expect(aRuntime(folder)).rejects.toThrow("is not the key");
  });

  // It said that SECRETS_KEY was not set, or wrong, although nobody sets it on a single machine.
  it.each(["", "k1:aGFsZi13cml0dGVu"])("names the file of its key if that is incomplete: “%s”", async (key) => {
    const folder = await aBegunFolder();
    await writeFile(join(folder, "secrets-key"), key);
    await expect(aRuntime(folder)).rejects.toThrow(`${join(folder, "secrets-key")} is not a complete key`);
    expect(await processesIn(folder)).toEqual([]);
  });

  // Someone who can sign in to PostgreSQL can run programs as its owner: other users of the machine must not.
  it("keeps the key and PostgreSQL's password readable by this user only", async () => {
    const folder = await aDataFolder();
    // An empty variable counts as unset.
    const runtime = await aRuntime(folder, { SECRETS_KEY: "" });
    for (const name of ["secrets-key", "postgres-password"]) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    await runtime.end();
  });

  // A generated key with a real database would encrypt secrets that no other process can open.
  it("refuses an external PostgreSQL without SECRETS_KEY, and with an invalid one", async () => {
    const database = { DATABASE_URL: inject("serverUrl").replace(/postgres$/, "template") };
    await expect(aRuntime(undefined, database)).rejects.toThrow(/^SECRETS_KEY is not set: /);
    await expect(aRuntime(undefined, { ...database, SECRETS_KEY: "x" })).rejects.toThrow(/^SECRETS_KEY must be /);
    // Secrets encrypted with one would be opened with the other.
    const twice = [newSecretsKey(), newSecretsKey()].join();
    await expect(aRuntime(undefined, { ...database, SECRETS_KEY: twice })).rejects.toThrow(/has two keys called k1: /);
  });
});
