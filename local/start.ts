/** `npm start`: Quartermaster on this machine, until Ctrl-C. */
import { log } from "#core/log";
import { type Credentials, firstOwner } from "./first-start.ts";
import { startHost } from "./host.ts";
import { dataFolder } from "./local-store.ts";

/** A console that people read: warnings and worse, unless `LOG` or Powertools' own variable asks for more. */
if (!process.env["POWERTOOLS_LOG_LEVEL"]) log.setLogLevel(process.env["LOG"] ? "INFO" : "WARN");
process.env["POWERTOOLS_METRICS_DISABLED"] ??= "true";

/** One Ctrl-C arrives several times, from the terminal and from npm; a later one means it. */
const samePressMs = 1_000;
/** A delivery under way takes 10 s at most; what takes longer than this hangs. */
const stopMsMax = 20_000;

try {
  const host = await startHost({ port: portFrom(process.env["PORT"]), folder: dataFolder() });
  stopOnSignal(host.stop);
  const owner = await firstOwner().catch(async (error: unknown) => {
    await host.stop();
    throw error;
  });
  console.log(welcome(host.url, owner));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function portFrom(text = "4000"): number {
  const port = Number(text);
  if (text !== "" && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT is "${text}": give a port, such as 4000.`);
}

function welcome(url: string, owner: Credentials | null): string {
  return [
    `Quartermaster is at ${url}`,
    owner && `  sign in as   ${owner.email} with ${passwordOf(owner)}`,
    `  the API      ${url}/api/docs`,
    "  webhooks     make an endpoint, then: WEBHOOK_SECRET=<its secret> npm run receiver",
    "  Ctrl-C stops it.",
  ]
    .filter((line) => line !== null)
    .join("\n");
}

/** One that was given is no news, and does not belong on a screen. */
function passwordOf({ password }: Credentials): string {
  return process.env["OWNER_PASSWORD"] ? "OWNER_PASSWORD" : `the password ${password} (shown this once)`;
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > samePressMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    console.log("Stopping …");
    setTimeout(() => process.exit(1), stopMsMax).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
}
