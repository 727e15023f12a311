/** Tests an upgrade from an older commit under load: requests in the meantime are answered. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The project's files at a commit, with today's libraries; `remove` deletes them. */
export async function treeOf(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-before-"));
  const archive = join(folder, "tree.tar");
  const tree = join(folder, "tree");
  await mkdir(tree);
  await run("git", ["archive", "--output", archive, commit]);
  await run("tar", ["-xf", archive, "-C", tree]);
  await symlink(resolve("node_modules"), join(tree, "node_modules"));
  // Its pages may need libraries that are gone; only the API is requested.
  await rm(join(tree, "web"), { recursive: true, force: true });
  return { folder: tree, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The pause between two rounds of requests. */
const restMs = 250;

export interface Trickle {
  /** How many were answered, and the errors of the others. */
  readonly stop: () => Promise<{ answered: number; failed: readonly string[] }>;
}

/** Sends the requests one after another, repeatedly, until it is stopped. A request that throws has failed. */
export function trickle(requests: Readonly<Record<string, () => Promise<unknown>>>): Trickle {
  let stopped = false;
  let answered = 0;
  const failed: string[] = [];
  const began = performance.now();
  const going = (async () => {
    while (!stopped) {
      for (const [name, request] of Object.entries(requests)) {
        await request().then(
          () => answered++,
          (error: unknown) =>
            failed.push(`${name} after ${Math.round((performance.now() - began) / 1000)} s: ${String(error)}`),
        );
      }
      await pause(restMs);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await going;
      return { answered, failed };
    },
  };
}
