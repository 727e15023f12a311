import { execFileSync } from "node:child_process";
import type { SSTConfig } from "sst";
import { alarms } from "./stacks/alarms.ts";
import { api } from "./stacks/api.ts";
import { area, areas } from "./stacks/area.ts";
import { bus } from "./stacks/bus.ts";
import { database } from "./stacks/database.ts";
import { keepSettings } from "./stacks/keep-settings.ts";
import { network } from "./stacks/network.ts";
import { queues } from "./stacks/queues.ts";
import { site } from "./stacks/site.ts";
import { schedules, workers } from "./stacks/workers.ts";

export default {
  config: () => ({ name: "quartermaster", region: process.env["AWS_REGION"] ?? "us-east-1" }),
  async stacks(app) {
    execFileSync("node", ["scripts/run.mjs", "scripts/build.ts"], { stdio: "inherit" });
    await keepSettings(app);
    app.stack(network).stack(database).stack(bus).stack(queues).stack(api).stack(site);
    for (const name of areas) app.stack(area(name), { id: `area-${name}` });
    app.stack(workers).stack(schedules).stack(alarms);
  },
} satisfies SSTConfig;
