/** An upgrade from an older commit while people work: what they ask for meanwhile is answered. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The project's files as they were at a commit, with today's libraries; `remove` takes them away. */
export async function treeOf(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-before-"));
  const archive = join(folder, "tree.tar");
  const tree = join(folder, "tree");
  await mkdir(tree);
  await run("git", ["archive", "--output", archive, commit]);
  await run("tar", ["-xf", archive, "-C", tree]);
  await symlink(resolve("node_modules"), join(tree, "node_modules"));
  // Its pages may need libraries that are gone; what is asked for meanwhile is the API.
  await rm(join(tree, "web"), { recursive: true, force: true });
  return { folder: tree, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Between one round of requests and the next. */
const restMs = 250;

export interface Trickle {
  /** How many were answered, and what went wrong with the others. */
  readonly stop: () => Promise<{ answered: number; failed: readonly string[] }>;
}

/** Asks for one after the other, round and round, until it is stopped. Whoever throws has failed. */
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
