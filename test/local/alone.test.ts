import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { alone } from "#local/alone";

// Whoever held it may have been killed: Ctrl-C must not wait two minutes to find that out.
it("waiting for another's work ends when it is aborted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-alone-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "held"));
  const stopping = new AbortController();
  const waiting = alone(join(folder, "held"), async () => "done", stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toThrow("aborted");
});
