/** The runtime in its own process, so that the benchmark does not measure itself. */
import { log } from "#core/log";
import { startHost } from "#local/host";
import { publishEvents } from "./changes.ts";

log.setLogLevel("WARN");
process.env["POWERTOOLS_METRICS_DISABLED"] = "true";
const [folder = ".data"] = process.argv.slice(2);
const host = await startHost({ port: 0, folder });

process.on("message", async (asked) => {
  if (asked === "usage") {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    process.send?.({ peakMemoryMb: Math.round(maxRSS / 1024), cpuMs: (userCPUTime + systemCPUTime) / 1000 });
  }
  if (typeof asked === "object" && asked !== null && "publish" in asked) {
    await publishEvents(Number(asked.publish));
    process.send?.(asked);
  }
  if (asked === "stop") {
    await host.stop();
    process.exit(0);
  }
});
const variables = [
  ...["DATABASE_URL", "SECRETS_KEY", "EVENT_BUS_NAME", "AWS_ENDPOINT_URL_EVENTBRIDGE"],
  ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"],
];
const environment = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
process.send?.({ url: host.url, environment });
