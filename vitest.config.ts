import { defineConfig } from "vitest/config";
import { testFiles, withoutStore } from "./test/support/harness/without-store.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/harness/closing-line.ts"],
    // Each file has its own database, so files can run concurrently; tests within a file run in order.
    pool: "forks",
    // As `npm start` does: a file's start takes half the processor time.
    execArgv: [`--import=${new URL("core/db/pool/import-drizzle.mjs", import.meta.url).href}`],
    // Twice the cores of the smallest machine used: a file spends half of its time waiting.
    maxWorkers: 4,
    // Limits for what hangs. A machine busy with other tests takes five times as long as an idle one.
    expect: { poll: { timeout: 50_000 } },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: "store",
          include: [testFiles],
          exclude: [...withoutStore],
          globalSetup: ["test/support/harness/postgres.ts"],
          setupFiles: ["test/support/harness/database.ts"],
        },
      },
      // A database of its own, and a look at what it left there, are half of what a short file takes.
      {
        extends: true,
        test: {
          name: "no store",
          include: [...withoutStore],
          setupFiles: ["test/support/harness/environment.ts"],
        },
      },
    ],
  },
});
