import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { alone } from "#local/alone";

const holder = join(import.meta.dirname, "..", "support", "programs", "lock-holder.ts");

async function aHeldLock(): Promise<{ path: string; child: ChildProcess }> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-alone-"));
  const path = join(folder, "held.lock");
  const child = fork(holder, [path], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  await once(child, "message");
  return { path, child };
}

// Ctrl-C while another process builds must not wait for that build to end.
it("waiting for another process's work ends when it is aborted", async () => {
  const { path } = await aHeldLock();
  const stopping = new AbortController();
  const waiting = alone(path, async () => "done", stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toThrow("aborted");
});

// A build is killed, and two starts wait for it. If both believed that they could take the lock, each would remove the
// other's folder.
it("after a killed holder those who wait continue at once, one after the other", async () => {
  const { path, child } = await aHeldLock();
  let within = 0;
  let most = 0;
  let begun = 0;
  const work = async () => {
    begun++;
    most = Math.max(most, ++within);
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next));
    within--;
  };
  const waiting = Array.from({ length: 8 }, () => alone(path, work));
  expect(begun).toBe(0);
  child.kill("SIGKILL");
  await Promise.all(waiting);
  expect({ begun, most }).toEqual({ begun: 8, most: 1 });
});

it("is released if the work fails", async () => {
  const { path, child } = await aHeldLock();
  child.kill("SIGKILL");
  await expect(alone(path, () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
  expect(await alone(path, async () => "done")).toBe("done");
});
