import type { App } from "sst/constructs";
import { alarms } from "./alarms.ts";
import { api } from "./api.ts";
import { areaStacks } from "./area.ts";
import { bus } from "./bus.ts";
import { database } from "./database.ts";
import { migrations } from "./migrations.ts";
import { network } from "./network/network.ts";
import { pages } from "./pages.ts";
import { queues } from "./queues.ts";
import { site } from "./site.ts";
import { schedules, workers } from "./workers.ts";

/** All stacks of a stage, in order of dependency. The new pages come last, because they call the new handlers. */
export function inOrder(app: App): void {
  app.stack(network).stack(database).stack(migrations).stack(bus).stack(queues).stack(api).stack(site);
  for (const { name, made } of areaStacks) app.stack(made, { id: `area-${name}` });
  app.stack(workers).stack(schedules).stack(pages).stack(alarms);
}
