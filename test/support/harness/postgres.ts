import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "#core/db/migrate";
import { type LocalPostgres, startPostgres } from "#local/postgres/postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** A server with a migrated database called `template` on it, and the right to make more. */
    serverUrl: string;
  }
}

let server: LocalPostgres;

/** Once before all files: a PostgreSQL of the suite's own, with a migrated template to clone. */
export async function setup(project: TestProject) {
  server = await startPostgres({
    folder: join(tmpdir(), `quartermaster-test-${randomBytes(4).toString("hex")}`, "postgres"),
    throwaway: true,
  });
  await server.create("template");
  await migrate(server.url("template"));
  project.provide("serverUrl", server.url("postgres"));
}

export const teardown = () => server.stop();
