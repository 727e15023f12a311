/**
 * What a failing journey leaves in the folder `failures`: a screenshot of each page, its HTML, its console output, its
 * responses, and a Playwright trace of every step. The trace has screenshots of each step only with `TRACE=1`: they
 * take a tenth more processor time; the steps alone cost too little to measure.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { BrowserContext } from "playwright-core";
import type { RunnerTestCase } from "vitest";

export const failures = resolve(import.meta.dirname, "..", "..", "..", "failures");
const pictured = process.env["TRACE"] === "1";

const saidIn = new WeakMap<BrowserContext, string[]>();

export async function startRecording(context: BrowserContext): Promise<void> {
  const said: string[] = [];
  saidIn.set(context, said);
  const now = () => new Date().toISOString().slice(11, 23);
  context.on("console", (message) => said.push(`${now()} ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => said.push(`${now()} uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("requestfailed", (request) =>
    said.push(`${now()} ${request.method()} ${request.url()}: ${request.failure()?.errorText ?? "failed"}`),
  );
  context.on("response", (response) => {
    const request = response.request();
    if (request.url().includes("/api/"))
      said.push(`${now()} ${request.method()} ${request.url()}: ${response.status()}`);
  });
  await context.tracing.start({ screenshots: pictured, snapshots: pictured, sources: pictured });
}

/** If the test has failed, keeps what was recorded in a folder named after its file and title. `nth`: which browser. */
export async function endRecording(
  context: BrowserContext,
  failed: { readonly task: RunnerTestCase; readonly nth: number } | null,
): Promise<void> {
  if (!failed) {
    await context.tracing.stop();
    return;
  }
  const { task, nth } = failed;
  const name = [basename(task.file.name, ".test.ts"), ...namesOf(task)].join(" ");
  const kept = join(failures, name.replaceAll(/[^\w]+/g, "-").slice(0, 120));
  if (nth === 0) await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  const path = (ending: string) => join(kept, `${nth + 1}${ending}`);
  await writeFile(path(".log"), `${saidIn.get(context)?.join("\n") ?? ""}\n`);
  for (const [pageNth, page] of context.pages().entries()) {
    // A page that hangs or has closed must not hide why the test failed.
    const picture = page.screenshot({ path: path(`-${pageNth + 1}.png`), timeout: 5_000 });
    const html = page.content().then((text) => writeFile(path(`-${pageNth + 1}.html`), text));
    await Promise.allSettled([picture, html]);
  }
  await context.tracing.stop({ path: path(".trace.zip") });
  console.log(`What the browser showed: ${kept}`);
}

const namesOf = ({ suite, name }: RunnerTestCase): string[] => [...(suite ? [suite.name] : []), name];
