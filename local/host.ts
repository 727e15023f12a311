/** Quartermaster on one machine: in one process what a deployed store has as some hundred Lambdas, or in several. */
import { join } from "node:path";
import { disconnect } from "#core/db/client";
import { optional } from "#core/environment";
import { allDue } from "#core/event/claim";
import { log } from "#core/log";
import { checkEgress } from "#core/net/guard";
import { gateways } from "#core/payment/gateway-family";
import { carriers } from "#core/shipping/carrier-family";
import { stayAwakeHere } from "#core/webhook/awake-here";
import { queues, type Reach, schedules } from "#functions/wiring";
import { startApi } from "./api.ts";
import { startCloud } from "./cloud/cloud.ts";
import { hasEmbeddedQueues } from "./cloud/embedded-queues.ts";
import { handlerIn } from "./cloud/functions.ts";
import { pollQueue } from "./cloud/poll.ts";
import { runSchedule } from "./cloud/schedule.ts";
import { startFiles } from "./files.ts";
import { openDatabase } from "./postgres/open-database.ts";
import { isOutside, roleGiven } from "./role.ts";
import { setUpTestProvider } from "./set-up-test-provider.ts";
import { openTestCarrier } from "./test-carrier/open.ts";
import { openTestGateway } from "./test-gateway/open.ts";
import { trustedProxy } from "./trusted-proxy.ts";

export interface Host {
  readonly url: string;
  readonly port: number;
  /** Answers what is under way, drains the workers, and stops what was started. */
  readonly stop: () => Promise<void>;
  /** Something that nothing works without has died and cannot be started again: why, in a sentence. */
  readonly lost: Promise<string>;
}

interface Options {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where the files live, and the embedded PostgreSQL and the key when no `DATABASE_URL` is set. */
  readonly folder: string;
}

/** How many requests and workers of one process may talk to PostgreSQL at once. */
const connections = 16;

/**
 * Starts what the process's `ROLE` asks for, in the order in which one needs the other, and sets the environment that the
 * handlers read. One host a process, for the environment and the connection pool are the process's own.
 * @throws a sentence when something that it needs is missing; what had been started is stopped again.
 */
export async function startHost({ port, folder }: Options): Promise<Host> {
  const stops: (() => Promise<unknown>)[] = [];
  const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      // One that fails must not leave the others running, PostgreSQL least of all.
      await end().catch((error: unknown) => log.error("not stopped", { error }));
    }
  };
  try {
    const role = roleGiven();
    checkEgress("WEBHOOK_EGRESS");
    checkEgress("PROVIDER_EGRESS");
    trustedProxy();
    process.env["DATABASE_CONNECTIONS"] ||= String(connections);
    stops.push(await openDatabase(folder, onLost));
    stops.push(disconnect);
    const cloud = await startCloud();
    stops.push(cloud.stop);

    // Embedded files are in the process that serves them, and so is whatever works with files.
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
    // Its books are in this process: one of several would know half of what the others do.
    const isAlone = role.name === "all" && nameOf(host) === "localhost";
    const hasGateway = isAlone && optional("TEST_GATEWAY") === "1";
    const gateway = hasGateway ? await openTestGateway(join(folder, "test-gateway.json")) : null;
    const hasCarrier = isAlone && optional("TEST_CARRIER") === "1";
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

    // Queues in memory are empty now, so nothing that was on them is on its way.
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

/** By which this machine reaches itself, where every address of it, or its own, is listened to. */
function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
