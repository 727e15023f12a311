import { execFileSync } from "node:child_process";
import type { SSTConfig } from "sst";
import { madeAndKept } from "./stacks/made-and-kept.ts";

export default {
  config: () => ({ name: "quartermaster", region: process.env["AWS_REGION"] ?? "us-east-1" }),
  async stacks(app) {
    execFileSync("node", ["scripts/run.mjs", "scripts/build.ts"], { stdio: "inherit" });
    await madeAndKept(app);
  },
} satisfies SSTConfig;
