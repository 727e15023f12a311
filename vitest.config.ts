import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/support/harness/closing-line.ts"],
    globalSetup: ["test/support/harness/postgres.ts"],
    setupFiles: ["test/support/harness/database.ts"],
    // Each file has its own database, so files can run concurrently; tests within a file run in order.
    pool: "forks",
    // As `npm start` does: a file's start takes half the processor time.
    execArgv: [`--import=${new URL("core/db/pool/import-drizzle.mjs", import.meta.url).href}`],
    // One more than the cores of the smallest machine used: a file spends a quarter of its time waiting.
    maxWorkers: 3,
    // Limits for what hangs. A machine busy with other tests takes five times as long as an idle one.
    expect: { poll: { timeout: 50_000 } },
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
