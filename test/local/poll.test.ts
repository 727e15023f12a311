import type { SQSEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Queue } from "#functions/wiring";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import { type Poller, pollQueue } from "#local/cloud/poll";
import { countIn, receiveFrom, sendTo as send } from "../support/queues.ts";

let stopQueues: () => Promise<void>;
beforeAll(async () => {
  stopQueues = await embedQueues();
});
afterAll(() => stopQueues());

const pollers: Poller[] = [];
afterEach(async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop()));
});

let count = 0;
async function aQueue(given: Partial<Queue> = {}) {
  const queue: Queue = {
    name: `test-${++count}`,
    worker: "test",
    variable: "TEST_QUEUE_URL",
    timeoutSeconds: 1,
    visibilitySeconds: 1,
    batchSize: 10,
    concurrency: 2,
    maxReceiveCount: 2,
    ...given,
  };
  return { queue, url: await makeQueue(queue) };
}

/** Starts a worker that gets the bodies of a batch, and returns those that failed. */
function work({ queue, url }: Awaited<ReturnType<typeof aQueue>>, take: (bodies: string[]) => Promise<string[]>) {
  const poller = pollQueue(queue, url, async (event) => {
    const { Records } = event as SQSEvent;
    const failed = await take(Records.map(({ body }) => body));
    const idOf = (body: string) => Records.find((record) => record.body === body)?.messageId ?? body;
    return { batchItemFailures: failed.map((body) => ({ itemIdentifier: idOf(body) })) };
  });
  pollers.push(poller);
  return poller;
}

const waitingIn = (url: string) => countIn(url, "", "NotVisible");
const deadLettersOf = (url: string) => `${url}-dead`;
const soon = { timeout: 60_000, interval: 20 };

describe("a poller", () => {
  // One message that no worker can read must not hold up the nine that came with it, nor come back for ever.
  it("gives back only the unreadable message of a batch, and moves it to the dead-letter queue in the end", async () => {
    const place = await aQueue({ maxReceiveCount: 3 });
    const seen: string[] = [];
    await send(place.url, ["a", "poison", "b"]);
    work(place, async (bodies) => {
      seen.push(...bodies);
      return bodies.filter((body) => body === "poison");
    });

    await vi.waitFor(async () => expect(await waitingIn(deadLettersOf(place.url))).toBe(1), soon);
    expect(seen.toSorted()).toEqual(["a", "b", "poison", "poison", "poison"]);
    expect(await waitingIn(place.url)).toBe(0);
  });

  it("gives back the whole batch if the worker throws, or names a message it was not given", async () => {
    for (const fail of [() => Promise.reject(new Error("broken")), () => Promise.resolve(["stranger"])]) {
      const place = await aQueue({ maxReceiveCount: 1 });
      await send(place.url, ["a", "b"]);
      work(place, fail);
      await vi.waitFor(async () => expect(await waitingIn(deadLettersOf(place.url))).toBe(2), soon);
    }
  });

  // After a database outage of a second, a store must not do everything five times from then on.
  it("continues to delete what is done after a batch that failed as a whole", async () => {
    const place = await aQueue({ maxReceiveCount: 5 });
    const seen: string[] = [];
    work(place, async (bodies) => {
      seen.push(...bodies);
      return seen.length === 1 ? bodies : [];
    });
    await send(place.url, ["a"]);
    await vi.waitFor(() => expect(seen).toEqual(["a", "a"]), soon);
    await vi.waitFor(async () => expect(await waitingIn(place.url)).toBe(0), soon);
    expect(await waitingIn(deadLettersOf(place.url))).toBe(0);
    expect(seen).toEqual(["a", "a"]);
  });

  // A process killed during its work has deleted nothing: its messages must go to another.
  it("receives the messages of a dead worker once their visibility timeout is over", async () => {
    const place = await aQueue();
    await send(place.url, ["left"]);
    await receiveFrom(place.url);

    const seen: string[] = [];
    work(place, async (bodies) => {
      seen.push(...bodies);
      return [];
    });
    await vi.waitFor(() => expect(seen).toEqual(["left"]), soon);
    await vi.waitFor(async () => expect(await waitingIn(place.url)).toBe(0), soon);
  });

  it("never runs more of a worker at once than the wiring allows", async () => {
    const place = await aQueue({ concurrency: 2, batchSize: 1, visibilitySeconds: 60 });
    await send(place.url, ["1", "2", "3", "4", "5", "6"]);
    let running = 0;
    const atOnce: number[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    work(place, async () => {
      atOnce.push(++running);
      await gate;
      running--;
      return [];
    });
    await vi.waitFor(() => expect(running).toBe(2), soon);
    open();
    await vi.waitFor(() => expect(atOnce).toHaveLength(6), soon);
    expect(Math.max(...atOnce)).toBe(2);
  });

  // Ctrl-C in the middle of a POST: the outcome must still be recorded.
  it("stops only once everything it has received is done and deleted", async () => {
    const place = await aQueue();
    await send(place.url, ["last"]);
    let finish = () => {};
    const taken = new Promise<void>((began) => {
      work(place, async () => {
        began();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return [];
      });
    });
    await taken;
    const stopped = pollers[0]!.stop();
    expect(await Promise.race([stopped.then(() => "stopped"), Promise.resolve("working")])).toBe("working");
    finish();
    await stopped;
    expect(await waitingIn(place.url)).toBe(0);
  });
});
