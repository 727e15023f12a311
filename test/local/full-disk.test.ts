/** A disk without space for PostgreSQL's write-ahead log. The full disk is simulated, PostgreSQL's failure is real. */
import { appendFile, readFile, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startPostgres } from "#local/postgres/postgres";
import { aDataFolder, processesIn } from "../support/harness/runtime.ts";

vi.mock("node:fs/promises", { spy: true });

/** Its server fails to start while this is set, as on a full disk. */
const unstartable = "\nno_such_setting = on\n";

const isFull = () => {
  const ofNow = vi.mocked(statfs).mockImplementation(async () => ({ bavail: 100, bsize: 4096 }) as never);
  return () => ofNow.mockRestore();
};

const pidOf = async (folder: string) => Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);

// It tried five times and ended the store, although someone had freed space a minute later.
it("is waited out: PostgreSQL starts again once there is space", { timeout: 90_000 }, async () => {
  const folder = join(await aDataFolder(), "postgres");
  const onLost = vi.fn<(sentence: string) => void>();
  const server = await startPostgres({ folder, onLost });
  const settings = join(folder, "postgresql.conf");
  const sound = await readFile(settings, "utf8");
  const empty = isFull();
  await appendFile(settings, unstartable);
  process.kill(await pidOf(folder), "SIGKILL");
  // More attempts than after any other failure.
  await vi.waitUntil(() => vi.mocked(statfs).mock.calls.length > 10, { timeout: 60_000 });
  expect(onLost).not.toHaveBeenCalled();
  await writeFile(settings, sound);
  await vi.waitUntil(
    () =>
      server.create("kept").then(
        () => true,
        () => false,
      ),
    { timeout: 20_000, interval: 200 },
  );
  empty();
  await server.stop();
  expect(await processesIn(folder)).toEqual([]);
});

it("is named at once by a start, without the output of an earlier one", async () => {
  const folder = join(await aDataFolder(), "postgres");
  await (await startPostgres({ folder })).stop();
  await appendFile(join(folder, "postgresql.conf"), unstartable);
  const empty = isFull();
  const refused: unknown = await startPostgres({ folder }).catch((error: unknown) => error);
  empty();
  expect(String(refused)).toMatch(
    /PostgreSQL did not start in .*no_such_setting.*\nIts disk is full: free up space\.$/,
  );
  expect(String(refused)).not.toContain("shut down");
});
