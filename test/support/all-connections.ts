import postgres from "postgres";
import { expect, onTestFinished, vi } from "vitest";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { codeOf } from "#core/db/error";
import { log } from "#core/log";
import type { OwnServer } from "./own-server.ts";

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
  // A worker at work may connect again before all are taken.
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

/** Resolves once a worker could not record an outcome, since no connection is left. */
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
