/**
 * The secrets that a first start creates in its folder: without its key a store is lost, so that half a key must never
 * be left.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keptSecret } from "#local/kept-secret";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kept-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("gives all concurrent callers the one that was written, complete and readable by this user only", async () => {
  for (let round = 0; round < 20; round++) {
    const path = join(folder, `round-${round}`);
    const asked = Array.from({ length: 12 }, (_, index) => keptSecret(path, () => `secret ${index}`.padEnd(64)));
    expect([...new Set(await Promise.all(asked))]).toEqual([await readFile(path, "utf8")]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  expect((await readdir(folder)).filter((name) => !/^round-\d+$/.test(name))).toEqual([]);
});

it("leaves no file if the disk is full", async () => {
  const path = join(folder, "full");
  const module = join(import.meta.dirname, "../../local/kept-secret.ts");
  const program = `process.on("SIGXFSZ", () => {});
    await (await import(${JSON.stringify(module)})).keptSecret(${JSON.stringify(path)}, () => "a secret");`;
  const start = `ulimit -f 0; exec "$0" --input-type=module --eval "$1"`;
  const failed = promisify(execFile)("bash", ["-c", start, process.execPath, program]);
  await expect(failed).rejects.toThrow("EFBIG");
  expect(await keptSecret(path, () => "another")).toBe("another");
});
