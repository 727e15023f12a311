import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/support/harness/closing-line.ts"],
    globalSetup: ["test/support/harness/postgres.ts"],
    setupFiles: ["test/support/harness/database.ts"],
    // Each file has a database of its own, so files can run side by side; the order within a file is the file's.
    pool: "forks",
    // One more than the cores of the smallest machine that runs them: a quarter of the time a file waits for something.
    maxWorkers: 3,
    // What a test polls for comes when it comes: a busy machine is no failure, the test's own limit is.
    expect: { poll: { timeout: 25_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
