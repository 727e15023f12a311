/** The whole of Quartermaster in one process: what a deployed store has as some hundred Lambdas. */
import { join } from "node:path";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { log } from "#core/log";
import { checkEgress } from "#core/net/guard";
import { checkSecretsKey } from "#core/secret";
import { queues, schedules } from "#functions/wiring";
import { startApi } from "./api.ts";
import { startCloud } from "./cloud.ts";
import { startFiles } from "./files.ts";
import { handlerIn } from "./functions.ts";
import { keptSecretsKey } from "./kept-secret.ts";
import { databaseName } from "./local-store.ts";
import { pollQueue } from "./poll.ts";
import { startPostgres } from "./postgres.ts";
import { refuseStrangeKey } from "./refuse-strange-key.ts";
import { runSchedule } from "./schedule.ts";
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
 * Starts everything, in the order in which one needs the other, and sets the environment that the handlers read.
 * One host a process, for the environment and the connection pool are the process's own.
 * @throws a sentence when something that it needs is missing; what had been started is stopped again.
 */
export async function startHost({ port, folder }: Options): Promise<Host> {
  const stops: (() => Promise<void>)[] = [];
  const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      // One that fails must not leave the others running, PostgreSQL least of all.
      await end().catch((error: unknown) => log.error("not stopped", { error }));
    }
  };
  try {
    checkEgress("WEBHOOK_EGRESS");
    checkEgress("PROVIDER_EGRESS");
    trustedProxy();
    process.env["DATABASE_CONNECTIONS"] ||= String(connections);
    await openDatabase(folder, stops, onLost);
    stops.push(disconnect);
    const cloud = await startCloud();
    stops.push(cloud.stop);
    const files = await startFiles(join(folder, "files"));
    stops.push(files.stop);

    const pollers = await Promise.all(
      queues.map(async (queue) => pollQueue(queue, cloud.urlOf(queue), await handlerIn(`worker/${queue.worker}`))),
    );
    stops.push(async () => void (await Promise.all(pollers.map((poller) => poller.stop()))));

    const api = await startApi(port);
    stops.push(api.stop);
    process.env["PUBLIC_URL"] ??= `http://localhost:${api.port}`;
    process.env["FILES_URL"] = new URL("/files", process.env["PUBLIC_URL"]).href;

    const clocks = await Promise.all(
      schedules.map(async (schedule) => runSchedule(schedule, await handlerIn(`schedule/${schedule.name}`))),
    );
    stops.push(async () => void (await Promise.all(clocks.map((clock) => clock.stop()))));
    return { url: `http://localhost:${api.port}`, port: api.port, stop, lost };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The PostgreSQL that `DATABASE_URL` names, or one of our own; either way brought up to this code. */
async function openDatabase(
  folder: string,
  stops: (() => Promise<void>)[],
  onLost: (sentence: string) => void,
): Promise<void> {
  const given = process.env["DATABASE_URL"];
  if (given) {
    checkSecretsKey();
    await migrate(given);
    return;
  }
  const server = await startPostgres({ folder: join(folder, "postgres"), onLost });
  stops.push(async () => {
    await server.stop();
    delete process.env["DATABASE_URL"];
  });
  const keyWasSet = process.env["SECRETS_KEY"] !== undefined;
  process.env["SECRETS_KEY"] ??= await keptSecretsKey(folder);
  checkSecretsKey();
  const url = server.url(databaseName);
  await server.create(databaseName);
  await migrate(url);
  if (!keyWasSet) await refuseStrangeKey(url, folder);
  process.env["DATABASE_URL"] = server.nearUrl(databaseName);
}
