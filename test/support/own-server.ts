/** A PostgreSQL for one test file, which can really be stopped, not ready yet, and started again. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
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
    parent = await mkdtemp(join(tmpdir(), "quartermaster-own-"));
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
