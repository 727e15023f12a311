import type { Reporter, TestModule } from "vitest/node";

/** One plain line at the very end, for programs that read how a run went. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const testModule of modules) {
      for (const test of testModule.children.allTests()) count[test.result().state]++;
    }
    process.once("exit", () => console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`));
  }
}
