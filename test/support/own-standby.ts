/** A real standby of a test file's own server: it streams what is written there, and can be paused and stopped. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { disconnect } from "#core/db/client";
import { freePort, type LocalPostgres, startPostgres } from "#local/postgres/postgres";
import { run } from "#local/postgres/postgres-programs";
import type { OwnServer } from "./own-server.ts";

export interface OwnStandby {
  /** Only the standby writes `interval '1 day'` as P1D. */
  readonly url: () => string;
  /** From here on it shows what it has, ignoring later writes. */
  readonly holdBack: () => Promise<void>;
  /** Waits until it has everything that the server has now. */
  readonly catchUp: () => Promise<void>;
  /** Stops it: connections are refused. */
  readonly takeAway: () => Promise<void>;
}

/** To be called after `inAServerOfItsOwn`. */
export function withAStandby(server: OwnServer): OwnStandby {
  let parent: string;
  let standby: LocalPostgres | undefined;
  let url = "";
  const ask = async <T>(at: string, question: string): Promise<T | undefined> => {
    const sql = postgres(at, { max: 1, fetch_types: false });
    try {
      const [row] = await sql.unsafe<{ is: T }[]>(`select (${question})::text as is`);
      return row?.is;
    } finally {
      await sql.end();
    }
  };

  beforeAll(async () => {
    parent = await mkdtemp(join(inject("folder"), "standby-"));
    const folder = join(parent, "postgres");
    await disconnect();
    await server.stop();
    // With its owner, which differs from this process's user if that is root.
    await chmod(parent, 0o755);
    await run("cp", ["-pR", server.path("."), folder]);
    await run("cp", ["-p", server.path("../postgres-password"), parent]);
    const { port, username, password, pathname } = new URL(process.env["DATABASE_URL"] ?? "");
    const there = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    await writeFile(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${there}'\nintervalstyle = iso_8601\n`);
    await writeFile(join(folder, "standby.signal"), "");
    await server.start();
    standby = await startPostgres({ folder, port: await freePort() });
    url = standby.url(pathname.slice(1));
  });
  afterAll(async () => {
    await standby?.stop();
    await rm(parent, { recursive: true, force: true });
  });

  return {
    url: () => url,
    holdBack: async () => void (await ask(url, "pg_wal_replay_pause()")),
    catchUp: async () => {
      await ask(url, "pg_wal_replay_resume()");
      const written = await ask<string>(process.env["DATABASE_URL"] ?? "", "pg_current_wal_lsn()");
      while ((await ask(url, `pg_last_wal_replay_lsn() >= '${written}'::pg_lsn`)) !== "true");
    },
    takeAway: async () => {
      await standby?.stop();
      standby = undefined;
    },
  };
}
