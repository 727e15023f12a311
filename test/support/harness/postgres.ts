import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "#core/db/migrate";
import { type LocalPostgres, startPostgres } from "#local/postgres/postgres";
import { newScratchFolder, templatesIn } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server with a migrated database called `template` on it, and the right to create more. */
    serverUrl: string;
    /** For what tests throw away: removed at the end of the run. */
    folder: string;
  }
}

let folder: string;
let server: LocalPostgres;

/** Once before all files: a PostgreSQL of the suite's own, with a migrated template to clone. */
export async function setup(project: TestProject) {
  folder = await newScratchFolder();
  server = await startPostgres({ folder: join(folder, "postgres"), throwaway: true });
  await server.create("template");
  await migrate(server.url("template"));
  project.provide("serverUrl", server.url("postgres"));
  project.provide("folder", folder);
  // While watching: the code that they were made from has changed.
  project.onTestsRerun(() => rm(templatesIn(folder), { force: true }));
}

export async function teardown() {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
