import { ListRulesCommand, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventBridge } from "#core/event/bus";
import { startBus } from "#local/cloud/bus";
import { embedQueues } from "#local/cloud/embedded-queues";
import type { Listening } from "#local/http/listen";
import { aQueueCalled, receiveFrom } from "../support/queues.ts";

const all = (url: string) => ({ url, names: "all" }) as const;
let stopQueues: () => Promise<void>;
let bus: Listening;
let queueUrls: string[];
beforeAll(async () => {
  stopQueues = await embedQueues();
  queueUrls = await Promise.all(["one", "two"].map(aQueueCalled));
  bus = await startBus(queueUrls.map(all));
  process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = bus.url;
});
afterAll(async () => {
  await bus.stop();
  await stopQueues();
});

async function bodiesIn(QueueUrl = ""): Promise<Record<string, unknown>[]> {
  return (await receiveFrom(QueueUrl)).map(({ Body }) => JSON.parse(Body!));
}

const anEntry = (Detail: string): PutEventsRequestEntry => ({
  EventBusName: "quartermaster",
  Source: "quartermaster",
  DetailType: "order.created",
  Detail,
  Time: new Date(1_700_000_000_000),
});
const put = (Entries: PutEventsRequestEntry[]) => eventBridge().send(new PutEventsCommand({ Entries }));
const answered = (name: string, httpStatusCode: number) =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode }) });

// A page in a browser on this machine could read every event, and forge some.
it.each([{ origin: "http://evil.test" }, { "sec-fetch-site": "same-origin" }])(
  "neither the queues nor the bus answer a page in a browser: %j",
  async (headers) => {
    const asked = { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.ListQueues" };
    const ask = (url: string, more: object = {}) =>
      request(url, { method: "POST", headers: { ...asked, ...more }, body: "{}" });
    const queues = process.env["AWS_ENDPOINT_URL_SQS"]!;
    expect((await ask(queues)).statusCode).toBe(200);
    expect((await ask(queues, headers)).statusCode).toBe(403);
    expect((await ask(bus.url)).statusCode).toBe(400);
    expect((await ask(bus.url, headers)).statusCode).toBe(403);
  },
);

describe("the embedded bus", () => {
  it("puts each event on every queue, in EventBridge's envelope, and reports those that a queue refused", async () => {
    expect(await put([anEntry('{"id":"evt_1"}'), anEntry("no JSON")])).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ EventId: expect.any(String) }, { ErrorCode: "MalformedDetail" }],
    });
    for (const url of queueUrls) {
      expect(await bodiesIn(url)).toEqual([
        {
          version: "0",
          id: expect.any(String),
          "detail-type": "order.created",
          source: "quartermaster",
          account: "000000000000",
          time: "2023-11-14T22:13:20Z",
          region: "us-east-1",
          resources: [],
          detail: { id: "evt_1" },
        },
      ]);
    }
  });

  it("is given the events of its own process without the network", async () => {
    const closed = await startBus(queueUrls.map(all));
    await closed.stop();
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = closed.url;
    const joinChains = vi.spyOn(eventBridge().middlewareStack, "concat");
    expect(await put([anEntry('{"id":"evt_3"}')])).toMatchObject({ FailedEntryCount: 0 });
    // Joining the library's chains of middleware for each call takes as long as the bus and the queues together.
    expect(joinChains).not.toHaveBeenCalled();
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = bus.url;
    for (const url of queueUrls) expect(await bodiesIn(url)).toMatchObject([{ detail: { id: "evt_3" } }]);
  });

  // Other processes only have the URL.
  it("accepts events from another process over HTTP", async () => {
    const headers = { "x-amz-target": "AWSEvents.PutEvents" };
    const body = JSON.stringify({ Entries: [{ ...anEntry('{"id":"evt_2"}'), Time: 1_700_000_000 }] });
    const response = await fetch(bus.url, { method: "POST", headers, body });
    expect([response.status, await response.json()]).toMatchObject([200, { FailedEntryCount: 0 }]);
    for (const url of queueUrls) expect(await bodiesIn(url)).toMatchObject([{ detail: { id: "evt_2" } }]);
  });

  // Code that relied on more than EventBridge accepts would work here and fail in the cloud.
  it("refuses what EventBridge refuses: none, more than ten, too many bytes, another action", async () => {
    await expect(put([])).rejects.toEqual(answered("ValidationException", 400));
    const eleven = Array.from({ length: 11 }, () => anEntry("{}"));
    await expect(put(eleven)).rejects.toEqual(answered("ValidationException", 400));
    const tooLarge = anEntry(JSON.stringify("x".repeat(256 * 1024)));
    await expect(put([tooLarge])).rejects.toEqual(answered("RequestEntityTooLarge", 413));
    const another = eventBridge().send(new ListRulesCommand({}));
    await expect(another).rejects.toEqual(answered("UnknownOperationException", 400));
    for (const url of queueUrls) expect(await bodiesIn(url)).toEqual([]);
  });

  // A call is filled up to the size of its events. If their quotes were counted twice, as they are escaped, a backlog
  // of large orders would be refused at every attempt.
  it("accepts a call as full as ours are, even if escaping makes it longer", async () => {
    const line = { lineId: "lin_1", sku: "SKU-1", title: 'Jacket "Pune"', quantity: 1, priceMinor: 199_900 };
    const body = (nth: number) => JSON.stringify({ id: `evt_${nth}`, data: { lines: Array(255).fill(line) } });
    const entries = Array.from({ length: 10 }, (_, nth) => anEntry(body(nth)));
    const bytes = entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail!), 0);
    expect([bytes > 215_000, bytes <= 240_000, JSON.stringify(entries).length > 256 * 1024]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await put(entries)).toMatchObject({ FailedEntryCount: 0 });
    for (const url of queueUrls) {
      const ids = [...(await bodiesIn(url))].map(({ detail }) => (detail as { id: string }).id);
      expect(ids.toSorted()).toEqual(entries.map((_, nth) => `evt_${nth}`));
    }
  });

  // An event that a queue refused must stay in the outbox.
  it("accepts nothing if a queue is unavailable", async () => {
    const lonely = await startBus([...queueUrls, "http://127.0.0.1/000000000000/missing"].map(all));
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = lonely.url;
    await expect(put([anEntry("{}")])).rejects.toEqual(answered("InternalException", 500));
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = bus.url;
    await lonely.stop();
  });
});
