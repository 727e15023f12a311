import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#local/postgres/postgres";
import { aDataFolder, aRuntime, owner, signedIn } from "../support/harness/runtime.ts";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const tour = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines).join("\n");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Runs the commands of the tour unchanged, except for the addresses, the owner and the way to start the receiver. */
async function walked(url: string): Promise<() => string> {
  const changes: readonly (readonly [said: string, here: string])[] = [
    ["http://localhost:4000", url],
    ["4401", String(await freePort())],
    ["2525", String(await freePort())],
    ["8025", String(await freePort())],
    ["owner@example.com", owner.email],
    ["THE-PASSWORD", owner.password],
    ["npm run receiver", `exec "${process.execPath}" "${join(root, "scripts", "receiver.ts")}"`],
    ["npm run mailbox", `exec "${process.execPath}" "${join(root, "scripts", "mailbox.ts")}"`],
  ];
  for (const [said] of changes) expect(tour).toContain(said);
  const script = changes.reduce((text, [said, here]) => text.replaceAll(said, here), tour);
  const cwd = await aDataFolder();
  await mkdir(join(cwd, ".data"));
  const child = spawn("sh", ["-eu", "-c", `${script}\nwait`], { cwd, detached: true });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  // A command that fails silently ends the script.
  child.once("exit", (code, signal) => (output += `The script ended with ${code ?? signal}.`));
  return () => output;
}

// The first thing that a newcomer does, and the only program here that is written to be copied.
it.skipIf(!hasCurl)(
  "the README's tour works as written: a verified event at a receiver, an order that is paid and refunded, and a cart that is checked out",
  {
    timeout: 180_000,
  },
  async () => {
    const runtime = await aRuntime(undefined, { DEMO: "1" });
    const ask = await signedIn(runtime);
    const soon = { timeout: 60_000, interval: 200 };
    await vi.waitFor(async () => {
      const { items } = await ask<{ items: unknown[] }>("GET", "/api/admin/inventory?state=in&limit=1");
      expect(items).toHaveLength(1);
    }, soon);

    const output = await walked(runtime.url);

    await vi.waitFor(() => expect(output()).toMatch(/^\{"id":"evt_.*"name":"order\.created"/m), soon);
    // The receiver's output appears between the lines of the tour.
    for (const line of [
      /\/pay\/page_\w{32}$/m,
      /^"paymentStatus":"refunded"$/m,
      /^"status":"succeeded"$/m,
      /^"payAt":"http:.*\/pay\/page_\w{32}"$/m,
    ]) {
      await vi.waitFor(() => expect(output()).toMatch(line), soon);
    }
    const [, orderId] = /"id":"(ord_\w+)"/.exec(output()) ?? [];
    expect(output()).toContain(`Listening on http://localhost:`);
    expect(output()).not.toContain("refused: ");
    expect(await ask("GET", `/api/admin/orders/${orderId}`)).toMatchObject({ id: orderId, paymentStatus: "unpaid" });
  },
);
