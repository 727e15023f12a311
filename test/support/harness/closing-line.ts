import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const slowestShown = 10;
/** Shorter runs need no list of slow files. */
const filesWorthAList = 20;

/** Printed last: where a long run's time went, and one plain line with the result for programs. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const testModule of modules) {
      for (const test of testModule.children.allTests()) count[test.result().state]++;
    }
    process.once("exit", () => {
      if (modules.length >= filesWorthAList) console.log(`The slowest files:\n${slowestOf(modules)}`);
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    });
  }
}

const secondsOf = (testModule: TestModule): number => {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } =
    testModule.diagnostic();
  return (collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration) / 1000;
};

const slowestOf = (modules: readonly TestModule[]): string =>
  modules
    .toSorted((a, b) => secondsOf(b) - secondsOf(a))
    .slice(0, slowestShown)
    .map((one) => `${secondsOf(one).toFixed(0).padStart(5)} s  ${relative(process.cwd(), one.moduleId)}`)
    .join("\n");
