/** Quartermaster on one machine: what is some hundred Lambdas when deployed, in one process or several. */
import { join } from "node:path";
import { checkAdminToken, checkSettings, shortToken } from "#core/check-settings";
import { disconnect } from "#core/db/client";
import { watchDatabase } from "#core/db/watch";
import { optional, switchedOn } from "#core/environment";
import { allDue } from "#core/event/claim";
import { releaseJobs } from "#core/job/release-jobs";
import { log } from "#core/log";
import { gateways } from "#core/payment/gateway-family";
import { publicUrlFrom } from "#core/public-url";
import { carriers } from "#core/shipping/carrier-family";
import { stayAwakeHere } from "#core/webhook/awake-here";
import { queues, type Reach, schedules } from "#functions/wiring";
import { startCloud } from "./cloud/cloud.ts";
import { hasEmbeddedQueues } from "./cloud/embedded-queues.ts";
import { handlerIn } from "./cloud/functions.ts";
import { pollQueue } from "./cloud/poll.ts";
import { runSchedule } from "./cloud/schedule.ts";
import { startFiles } from "./files.ts";
import { startApi } from "./http/api.ts";
import { trustedProxy } from "./http/trusted-proxy.ts";
import { openDatabase } from "./postgres/open-database.ts";
import { isOutside, roleGiven } from "./role.ts";
import { openTestCarrier } from "./test-providers/carrier/open.ts";
import { openTestGateway } from "./test-providers/gateway/open.ts";
import { setUpTestProvider } from "./test-providers/set-up-test-provider.ts";

export interface Host {
  readonly url: string;
  readonly port: number;
  /** Finishes the requests in progress, drains the workers, and stops what was started. */
  readonly stop: () => Promise<void>;
  /** Called with a sentence when something essential has died and cannot be restarted. */
  readonly lost: Promise<string>;
}

interface Options {
  /** 0 picks a free one. */
  readonly port: number;
  /** Where the files are, and, without `DATABASE_URL`, the embedded PostgreSQL and the secrets key. */
  readonly folder: string;
}

/** How many requests and workers of a process may use PostgreSQL at once. */
const connections = 16;

/**
 * Starts what the process's `ROLE` asks for, in order of dependency, and sets the environment that the handlers read.
 * One host per process, because the environment and the connection pool are per process.
 * @throws a sentence if something that it needs is missing; what was started is stopped again.
 */
export async function startHost({ port, folder }: Options): Promise<Host> {
  const stops: (() => Promise<unknown>)[] = [];
  const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      // A failure must not leave the others running, least of all PostgreSQL.
      await end().catch((error: unknown) => log.error("not stopped", { error }));
    }
  };
  try {
    const role = roleGiven();
    checkSettings();
    checkAdminToken(optional("ADMIN_TOKEN"));
    const weakness = shortToken(optional("ADMIN_TOKEN"));
    if (weakness !== null) console.warn(weakness);
    trustedProxy();
    const publicUrl = optional("PUBLIC_URL");
    if (publicUrl !== undefined) process.env["PUBLIC_URL"] = publicUrlFrom(publicUrl);
    process.env["DATABASE_CONNECTIONS"] ||= String(connections);
    checkConnections(process.env["DATABASE_CONNECTIONS"]);
    const isOwnDatabase = !optional("DATABASE_URL");
    stops.push(await openDatabase(folder, onLost));
    stops.push(disconnect);
    // No other process uses an embedded database, and none of this one's workers has begun.
    if (isOwnDatabase) await releaseJobs();
    stops.push(watchDatabase().stop);
    const cloud = await startCloud();
    stops.push(cloud.stop);

    // The embedded S3 is in the process that serves its files, so everything that works with files is as well.
    const filesAreHere = role.serves || isOutside("S3");
    const isHere = ({ files }: Reach) => (files && !isOutside("S3") ? role.serves : role.works);
    const hereOf = <Wired extends Reach>(all: readonly Wired[]) => all.filter(isHere);
    const working = hereOf(queues);
    const sweeping = hereOf(schedules);
    if (filesAreHere) stops.push((await startFiles(join(folder, "files"))).stop);

    stayAwakeHere();
    const pollers = await Promise.all(
      working.map(async (queue) => pollQueue(queue, cloud.urlOf(queue), await handlerIn(`worker/${queue.worker}`))),
    );
    stops.push(() => Promise.all(pollers.map((poller) => poller.stop())));

    const host = optional("HOST") ?? "127.0.0.1";
    // Its books are in this process's memory: with several processes each would know only a part.
    const isAlone = role.name === "all" && nameOf(host) === "localhost";
    const hasGateway = isAlone && switchedOn("TEST_GATEWAY") === true;
    const gateway = hasGateway ? await openTestGateway(join(folder, "test-gateway.json")) : null;
    const hasCarrier = isAlone && switchedOn("TEST_CARRIER") === true;
    const carrier = hasCarrier ? await openTestCarrier(join(folder, "test-carrier.json")) : null;
    const api = await startApi({
      ...{ port, host, folder, healthOnly: !role.serves },
      ...(gateway && { testGateway: gateway.answer }),
      ...(carrier && { testCarrier: carrier.answer }),
    });
    stops.push(api.stop);
    const url = `http://${nameOf(host)}:${api.port}`;
    process.env["PUBLIC_URL"] ||= url;
    process.env["FILES_URL"] = new URL("/files", process.env["PUBLIC_URL"]).href;
    if (gateway) {
      stops.push(gateway.stop);
      await setUpTestProvider({ family: gateways, code: "test", settings: gateway.settingsAt(url) });
      gateway.begin(url);
    }
    if (carrier) {
      stops.push(carrier.stop);
      await setUpTestProvider({ family: carriers, code: "testcarrier", settings: carrier.settingsAt(url) });
      carrier.begin(url);
    }

    // Queues in memory are empty now, so nothing is in flight.
    if (role.works && hasEmbeddedQueues()) await allDue();
    const clocks = await Promise.all(
      sweeping.map(async (schedule) => runSchedule(schedule, await handlerIn(`schedule/${schedule.name}`))),
    );
    stops.push(() => Promise.all(clocks.map((clock) => clock.stop())));
    return { url, port: api.port, stop, lost };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address by which this machine reaches itself when the server listens on all addresses, or on loopback. */
function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Without a connection, every query would wait for one, without a word. */
function checkConnections(given: string): void {
  if (/^[1-9]\d{0,3}$/.test(given)) return;
  throw new Error(`DATABASE_CONNECTIONS is "${given}": give a number from 1 to 9999, such as 16.`);
}
