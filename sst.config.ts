import { execFileSync } from "node:child_process";
import type { SSTConfig } from "sst";
import { inOrder } from "./stacks/in-order.ts";
import { keepChoices } from "./stacks/keep-choices.ts";
import { keepSettings } from "./stacks/keep-settings.ts";

export default {
  config: () => ({ name: "quartermaster", region: process.env["AWS_REGION"] ?? "us-east-1" }),
  async stacks(app) {
    execFileSync("node", ["scripts/run.mjs", "scripts/build.ts"], { stdio: "inherit" });
    await keepSettings(app);
    await keepChoices(app);
    inOrder(app);
  },
} satisfies SSTConfig;
