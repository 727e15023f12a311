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
    // Polls wait almost as long as the test itself may take, so that a busy machine does not fail a test.
    expect: { poll: { timeout: 25_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
