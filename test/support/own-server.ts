/** A PostgreSQL for one test file, which can really be stopped, not ready yet, started again, and left without connections. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, vi } from "vitest";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { codeOf } from "#core/db/error";
import { migrate } from "#core/db/migrate";
import { log } from "#core/log";
import { freePort, type LocalPostgres, startPostgres } from "#local/postgres/postgres";
import { binaries, plainly, postgresUser, run, runnerAs } from "#local/postgres/postgres-programs";

export interface OwnServer {
  /** As an operator does it: all connections are cut off. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** From a stop: it runs, but refuses connections as not ready (57P03) until it is started. */
  readonly startUnready: () => Promise<void>;
  /** A file or folder of its data. */
  readonly path: (name: string) => string;
}

/** For all tests in the file the store is in this server. It is running at the start of each. */
export function inAServerOfItsOwn(): OwnServer {
  let parent: string;
  let folder: string;
  let port: number;
  let server: LocalPostgres | undefined;
  const sharedUrl = process.env["DATABASE_URL"];

  beforeAll(async () => {
    parent = await mkdtemp(join(inject("folder"), "own-"));
    folder = join(parent, "postgres");
    port = await freePort();
    await own.start();
    await server?.create("store");
    process.env["DATABASE_URL"] = server?.url("store");
    await migrate(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => {
    await disconnect();
    process.env["DATABASE_URL"] = sharedUrl;
    await own.stop();
    await rm(parent, { recursive: true, force: true });
  });

  // Also after a test that failed while it was stopped.
  beforeEach(() => own.start());

  let unready = false;
  const own: OwnServer = {
    path: (name) => join(folder, name),
    stop: async () => {
      await server?.stop();
      server = undefined;
    },
    start: async () => {
      if (server) return;
      if (unready) await control(folder, ["stop", "-m", "immediate"]);
      await rm(join(folder, "standby.signal"), { force: true });
      unready = false;
      server = await startPostgres({ folder, port });
    },
    // A standby that waits for its primary and accepts no connections meanwhile.
    startUnready: async () => {
      await writeFile(join(folder, "standby.signal"), "");
      unready = true;
      const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c hot_standby=off`;
      await control(folder, ["start", "-l", join(folder, "server.log"), "-o", options]);
    },
  };
  return own;
}

async function control(folder: string, [action = "", ...flags]: readonly string[]): Promise<void> {
  const { pg_ctl } = await binaries();
  const runner = process.getuid?.() === 0 ? await runnerAs(await postgresUser(), [folder, pg_ctl]) : plainly;
  await run(...runner(pg_ctl, [action, "-s", "-w", "-D", folder, ...flags]));
}

/** Restarts it with so few connections that they can all be taken within a moment. */
export async function hasFewConnections(server: OwnServer): Promise<void> {
  await db().execute(sql`alter system set max_connections = 12`);
  await disconnect();
  await server.stop();
  await server.start();
}

/** Takes every connection that the database has, also those that this process had. @returns a function that frees them. */
export async function takesAllConnections(): Promise<() => Promise<void>> {
  const options = { max: 200, onnotice: () => {}, connection: { application_name: "takes all" } };
  const taken = postgres(process.env["DATABASE_URL"]!, options);
  let isFree = false;
  const free = async () => {
    if (!isFree) await taken.end({ timeout: 0 });
    isFree = true;
  };
  onTestFinished(free);
  const own = await taken.reserve();
  const [{ places }] =
    (await own`select setting::integer as places from pg_settings where name = 'max_connections'`) as [
      { places: number },
    ];
  // A running worker may connect again before all are taken.
  for (let others = 1; others > 0; ) {
    await own`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'takes all'`;
    await Promise.allSettled(Array.from({ length: places }, () => taken.reserve()));
    others = (
      await own`
      select from pg_stat_activity where datname = current_database() and application_name <> 'takes all'`
    ).length;
  }
  const another = postgres(process.env["DATABASE_URL"]!, { max: 1 });
  await expect(another`select 1`).rejects.toMatchObject({ code: "53300" });
  return free;
}

/** Resolves once a worker has failed to record an outcome because no connection is left. */
export function outcomeRefused(): Promise<void> {
  return new Promise((resolve) => {
    const warn = log.warn;
    const watched = vi.spyOn(log, "warn").mockImplementation((message, fields = {}) => {
      warn(message, fields);
      if (message === "outcomes not recorded yet" && codeOf(fields["error"]) === "53300") resolve();
    });
    onTestFinished(() => watched.mockRestore());
  });
}
