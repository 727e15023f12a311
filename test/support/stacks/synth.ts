/** The stacks as CloudFormation templates, without AWS and without a build. */
import fs, { mkdirSync, mkdtempSync, type PathOrFileDescriptor, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "sst/constructs";
import { setProject } from "sst/project.js";
import { inject } from "vitest";
import { routes, queues as wiredQueues, schedules as wiredSchedules } from "#functions/wiring";
import { inOrder } from "../../../stacks/in-order.ts";
import { choices } from "../../../stacks/keep-choices.ts";
import { type Json, type Synthesised, synthesisedOf } from "./synthesised.ts";

const { readFileSync } = fs;
/**
 * SST puts a handler of its own into each stack, and reads its text, 4 MB, to tell CDK whether it has changed. To read
 * and hash it fifty times was most of a synthesis.
 */
const withoutHandler = (path: PathOrFileDescriptor, options?: never) =>
  /custom-resources\/+index\.mjs$/.test(String(path)) ? Buffer.from("SST's handler") : readFileSync(path, options);
fs.readFileSync = withoutHandler as typeof readFileSync;
/** Nobody looks at CDK's copies of what a deploy uploads: with SST's handlers they are a quarter of a gigabyte. */
const notStaged = { "aws:cdk:disable-asset-staging": true };

/** What the deploy of a stage called `test` would send, given these settings and no others. */
export function synthesised(settings: Readonly<Record<string, string>>, migration = "select 1;"): Synthesised {
  // Removed at the end of the run and not sooner, as SST keeps writing a log there.
  const folder = mkdtempSync(join(inject("folder"), "synth-"));
  const out = join(folder, "out");
  const [from, before] = [process.cwd(), { ...process.env }];
  const told = ["AWS_ENDPOINT_URL", "DATABASE_URL", ...choices, ...Object.keys(settings)];
  try {
    for (const name of told) delete process.env[name];
    Object.assign(process.env, settings);
    process.chdir(folder);
    standIns(migration);
    setProject({
      version: "0",
      config: { name: "quartermaster", stage: "test" },
      paths: { root: folder, out: folder },
    } as Json);
    const app = new App(
      { name: "quartermaster", stage: "test", region: "eu-central-1", account: "123456789012", mode: "deploy" },
      { outdir: out, context: notStaged, treeMetadata: false, analyticsReporting: false } as Json,
    );
    inOrder(app);
    const made = app.synth().stacks.map((stack) => ({
      name: stack.stackName.replace("test-quartermaster-", ""),
      template: stack.template as Json,
      needs: stack.dependencies.map(({ id }) => id.replace("test-quartermaster-", "")),
    }));
    return synthesisedOf(made);
  } finally {
    process.chdir(from);
    for (const name of told) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** A file where each bundle would be: the stacks name them, and CDK checks that they exist. */
function standIns(migration: string): void {
  const put = (file: string, text: string) => {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  };
  for (const { area: name } of routes) put(`dist/functions/admin/${name}/index.mjs`, `// ${name}`);
  for (const { worker } of wiredQueues) put(`dist/functions/worker/${worker}/index.mjs`, `// ${worker}`);
  for (const { name } of wiredSchedules) put(`dist/functions/schedule/${name}/index.mjs`, `// ${name}`);
  put("dist/functions/unrouted/index.mjs", "// unrouted");
  put("dist/functions/deploy/migrate/index.mjs", "// migrate");
  put("dist/functions/deploy/migrate/migrations/0001.sql", migration);
  put("dist/web/index.html", "<!doctype html>");
  put("dist/web/assets/main-Dx31.js", "// main");
}
