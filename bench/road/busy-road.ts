/**
 * The road under load: a backlog found at start, and sixteen clients that make changes as fast as they are answered.
 * Changes of one event are compared with a bare loop, which is their limit on this machine.
 */
import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { emit } from "#core/event/emit";
import { newId } from "#core/id";
import type { LocalPostgres } from "#local/postgres/postgres";
import { aProduct } from "#test/support/given/catalogue";
import { databaseUse } from "../cost/database-use.ts";
import { hundredths, measure, percentiles, tenths } from "../load.ts";
import { anOwnersKey } from "../scale.ts";
import { bareRoad } from "./bare-road.ts";
import { eventData, publishEvents } from "./changes.ts";
import { type Road, told, usageOf, withReceiver } from "./road.ts";

const backlog = 10_000;
const edits = 4_000;
const patienceMs = 120_000;

export async function busyRoad(server: LocalPostgres): Promise<object[]> {
  return [await editsByClients(server), ...(await together(server)), await leftOver(server)];
}

async function editsByClients(server: LocalPostgres) {
  return withReceiver(server, async ({ startRuntime, arrivals }) => {
    const { url } = await startRuntime();
    const base = { url, key: await anOwnersKey() };
    const ids: string[] = [];
    for (let nth = 0; nth < 100; nth++) ids.push((await aProduct()).id);
    const edit = (index: number) =>
      ({
        method: "PATCH",
        path: `/api/admin/products/${ids[index % ids.length]}`,
        body: { title: `Cup ${index}` },
      }) as const;
    await measure(base, { clients: 16, requests: 500 }, edit);
    await arrived(arrivals, 500);
    const began = performance.now();
    const { perSecond } = await measure(base, { clients: 16, requests: edits }, edit);
    await arrived(arrivals, 500 + edits);
    const times = [...arrivals.values()].slice(500);
    const { p50Ms, p99Ms } = percentiles(times.map(({ lagMs }) => lagMs));
    const seconds = (Math.max(...times.map(({ at }) => at)) - began) / 1000;
    return {
      name: "product edits by 16 clients, each event sent",
      perSecond,
      sentPerSecond: Math.round(edits / seconds),
      ...{ p50Ms, p99Ms },
    };
  });
}

/**
 * Changes with one event each, as fast as sixteen clients can make them, while their events are delivered: by another
 * process than the one that delivers, by the same, and by the bare loop.
 */
async function together(server: LocalPostgres) {
  return withReceiver(server, async ({ startRuntime, arrivals, receiver }) => {
    const { host } = await startRuntime();
    const made = async (name: string, make: (count: number) => Promise<unknown>) => {
      const [already, before, began] = [arrivals.size, await processorMs(host), performance.now()];
      await make(backlog);
      const perSecond = Math.round((backlog * 1_000) / (performance.now() - began));
      await arrived(arrivals, already + backlog);
      const cpuMs = (await processorMs(host)) - before;
      const times = [...arrivals.values()].slice(already);
      const seconds = (Math.max(...times.map(({ at }) => at)) - began) / 1_000;
      const { p50Ms, p99Ms } = percentiles(times.map(({ lagMs }) => lagMs));
      const row = { name, perSecond, sentPerSecond: Math.round(backlog / seconds), p50Ms, p99Ms };
      return { ...row, cpuMsPerEvent: hundredths(cpuMs / backlog) };
    };
    const inRuntime = async (publish: number) => {
      host.send({ publish });
      await told(host);
    };
    await publishEvents(500);
    await inRuntime(500);
    await arrived(arrivals, 1_000);
    const name = "changes of one event, published and delivered together";
    const rows = [await made(name, publishEvents), await made("the same, in the runtime's process", inRuntime)];
    const bare = await made("the same, by a bare loop", (count) => bareRoad(receiver, count));
    const timesBare = ({ cpuMsPerEvent }: typeof bare) => tenths(cpuMsPerEvent / bare.cpuMsPerEvent);
    return [...rows.map((row) => ({ ...row, timesBare: timesBare(row) })), bare];
  });
}

/** Used so far by the runtime, by PostgreSQL, and by this process with its receiver. */
async function processorMs(host: ChildProcess): Promise<number> {
  const { user, system } = process.cpuUsage();
  const { processorSeconds } = await databaseUse();
  return (await usageOf(host)).cpuMs + processorSeconds * 1_000 + (user + system) / 1_000;
}

/** As after a kill: committed, but not on any queue. */
async function leftOver(server: LocalPostgres) {
  return withReceiver(server, async ({ startRuntime, stopRuntime, arrivals }) => {
    await startRuntime();
    await stopRuntime();
    for (let nth = 0; nth < backlog; nth += 500)
      await inChange(system("bench"), async (change) => {
        for (let one = 0; one < 500; one++) emit(change, "product.updated", newId("product"), eventData);
      });
    await startRuntime();
    const began = performance.now();
    await arrived(arrivals, backlog);
    const times = [...arrivals.values()].map(({ at }) => at);
    const seconds = (Math.max(...times) - began) / 1000;
    return {
      name: `${backlog} events that a start finds, sent`,
      sentPerSecond: Math.round(backlog / seconds),
      firstAfterMs: tenths(Math.min(...times) - began),
    };
  });
}

async function arrived(arrivals: Road["arrivals"], count: number): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (arrivals.size < count) {
    if (performance.now() > giveUpAt) throw new Error(`${count - arrivals.size} events are missing at the receiver`);
    await pause(10);
  }
}
