import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isAway } from "#core/db/error";
import { runningUrl, startPostgres } from "#local/postgres/postgres";
import { aBegunFolder, aDataFolder, aRuntime, processesIn } from "../support/harness/runtime.ts";

/** Where each connection to a database comes from: null is a socket on this machine. */
async function askedFrom(url: string): Promise<(string | null)[]> {
  const pool = connect(url, 1);
  onTestFinished(() => pool.$client.end({ timeout: 1 }));
  const rows = await pool.execute<{ from: string | null }>(sql`
    select client_addr::text as from from pg_stat_activity
    where application_name = 'quartermaster' and datname = current_database() order by pid = pg_backend_pid() desc`);
  return rows.map(({ from }) => from);
}

describe("PostgreSQL of our own", () => {
  // Mistaken for "not up yet", it was retried for a minute, and the server stayed behind.
  it("reports at once that its password is lost, and leaves nothing running that it started", async () => {
    const parent = await aDataFolder();
    const folder = join(parent, "postgres");
    const first = await startPostgres({ folder });
    await writeFile(join(parent, "postgres-password"), "another");
    const sentence = `${join(parent, "postgres-password")} is not the password of the PostgreSQL in ${folder}.`;

    // Also for a server that another start left behind, which must keep running.
    await expect(startPostgres({ folder })).rejects.toThrow(sentence);
    expect(await processesIn(folder)).not.toEqual([]);
    await first.stop();

    await expect(startPostgres({ folder })).rejects.toThrow(sentence);
    expect(await processesIn(folder)).toEqual([]);
  });

  // A start that is killed during initdb cleans up nothing itself.
  it("removes what a killed start has left half made", async () => {
    const parent = await aDataFolder();
    const folder = join(parent, "postgres");
    await mkdir(`${folder}.new-killed/data`, { recursive: true });
    await writeFile(`${folder}.new-killed/password`, "nobody's");
    const server = await startPostgres({ folder, throwaway: true });
    expect(await readdir(parent)).toEqual(["postgres"]);
    await server.stop();
  });

  // After an upgrade to another PostgreSQL it showed the server's log, and not what to do; and if the previous version
  // had been killed, it tried for a minute first.
  it("says how to go on with the data of another version", async () => {
    const folder = join(await aDataFolder(), "postgres");
    await (await startPostgres({ folder })).stop();
    await writeFile(join(folder, "PG_VERSION"), "17\n");
    await writeFile(join(folder, "postmaster.pid"), `4194303\n${folder}\n0\n1\n`);
    const sentence = new RegExp(
      `^${folder} was created by PostgreSQL 17\\. This .* PostgreSQL 18\\.\\d+, .* npm run restore`,
    );
    await expect(startPostgres({ folder })).rejects.toThrow(sentence);
  });

  it("is reached by its socket, which no other user can open, and counts as away once it is gone", async () => {
    const folder = join(await aDataFolder(), "postgres");
    const server = await startPostgres({ folder, throwaway: true });
    expect(await askedFrom(server.nearUrl("postgres"))).toEqual([null]);
    expect(await askedFrom(server.url("postgres"))).toContain("127.0.0.1/32");
    const path = join(folder, `.s.PGSQL.${new URL(server.url("postgres")).port}`);
    expect([(await stat(folder)).mode & 0o777, (await stat(path)).mode & 0o777]).toEqual([0o700, 0o700]);

    const near = server.nearUrl("postgres");
    await server.stop();
    // Otherwise a client would get a fault, although it only has to try again.
    expect(isAway(await askedFrom(near).catch((error: unknown) => error))).toBe(true);
  });

  // The path of a socket is limited to about a hundred bytes, and folders can be nested deeply.
  it("is reached over TCP if the socket's path is too long", async () => {
    const server = await startPostgres({ folder: join(await aDataFolder(), "f".repeat(100)), throwaway: true });
    expect(await askedFrom(server.nearUrl("postgres"))).toEqual(["127.0.0.1/32"]);
    await server.stop();
  });

  it("is reached by its socket from npm start", async () => {
    const folder = await aBegunFolder();
    const runtime = await aRuntime(folder);
    expect((await fetch(`${runtime.url}/api/health/ready`)).status).toBe(200);
    const url = await runningUrl(join(folder, "postgres"));
    const [ours, ...theirs] = await askedFrom(url?.("quartermaster") ?? "");
    expect([ours, new Set(theirs)]).toEqual(["127.0.0.1/32", new Set([null])]);
    await runtime.end();
  });
});
