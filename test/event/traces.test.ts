/** One trace from a request to the POST, received by a collector that implements OTLP as specified. */
import { createServer } from "node:http";
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { events } from "#core/event/event.table";
import { sendTraces } from "#core/trace/trace";
import { handler as fanOut } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { type Listening, listen } from "#local/http/listen";
import { call } from "../support/call.ts";
import { aBusOfItsOwn } from "../support/event-bus.ts";
import { anOrder } from "../support/given/orders.ts";
import { anEndpoint } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";
import { aReceiver } from "../support/receiver.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const spans: Span[] = [];
let isAway = false;
let collector: Listening;
const bus = aBusOfItsOwn();

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    expect(request.url).toBe("/v1/traces");
    for (const { scopeSpans } of resourceSpans) for (const one of scopeSpans) spans.push(...one.spans);
    response.statusCode = isAway ? 400 : 200;
    response.setHeader("content-type", "application/json").end("{}");
  });
  collector = await listen(server, 0, "127.0.0.1");
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = `http://127.0.0.1:${collector.port}`;
});
afterAll(async () => {
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  await collector.stop();
});

const messageOf = (detail: string) => ({
  Records: [{ messageId: "m", body: JSON.stringify({ detail: JSON.parse(detail) }) }],
});
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };

describe("a trace", () => {
  // Four programs and two queues lie between the button and the receiver: without it, "it came late" is a day's search.
  it("leads from a request through the bus and the queues to the POST, and on to the receiver", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url, { events: ["order.cancelled"] });
    const { id } = await anOrder();
    bus.calls.length = 0;
    expect(await call(order.cancel, { id }, { headers })).toMatchObject({ status: 200 });
    const cancelled = bus.calls.flat().find(({ DetailType }) => DetailType === "order.cancelled");
    await fanOut(messageOf(cancelled?.Detail ?? "") as SQSEvent);
    await sendFast({ Records: [{ messageId: "m", body: "{}" }] } as SQSEvent, invocation);
    await sendTraces();

    const ofIt = spans.filter((span) => span.traceId === traceId);
    expect(ofIt.map(({ name, kind }) => [name, kind]).toSorted()).toEqual([
      ["POST webhook", 3],
      ["fan out events", 5],
      ["order.cancel", 2],
      ["publish events", 4],
    ]);
    const [request] = ofIt.filter(({ name }) => name === "order.cancel");
    expect(request?.parentSpanId).toBe("00f067aa0ba902b7");
    for (const span of ofIt) if (span !== request) expect(span.parentSpanId, span.name).toBe(request?.spanId);
    const post = ofIt.find(({ name }) => name === "POST webhook");
    expect(post?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
    expect(receiver.received.map((one) => one.headers["traceparent"])).toEqual([`00-${traceId}-${post?.spanId}-01`]);
  });

  it("begins where none was sent, or an invalid one", async () => {
    spans.length = 0;
    const { id } = await anOrder();
    await call(order.read, { id }, { headers: { traceparent: "00-garbage" } });
    await sendTraces();
    const [read] = spans.filter(({ name }) => name === "order.read");
    expect(read?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(read?.parentSpanId).toBeUndefined();
  });

  it("marks a refused request, without revealing who or what it was about", async () => {
    spans.length = 0;
    await call(order.read, { id: "ord_00000000000000000000000000" });
    await sendTraces();
    const [read] = spans.filter(({ name }) => name === "order.read");
    expect(read).toMatchObject({ status: { code: 2, message: "Refusal" }, attributes: [] });
    expect(JSON.stringify(read)).not.toContain("ord_0000");
  });

  it("that is not accepted does not delay or fail a response", async () => {
    isAway = true;
    const lines = linesLogged();
    const { id } = await anOrder();
    expect(await call(order.read, { id })).toMatchObject({ status: 200 });
    await sendTraces();
    expect(lines.map(({ message }) => message)).toContain("traces not sent");
    const refusedOnce = spans.length;
    expect(await call(order.read, { id })).toMatchObject({ status: 200 });
    await sendTraces();
    expect(spans.length).toBe(refusedOnce);
  });
});

// For everyone else events are unchanged.
it("is not made if no collector is set", async () => {
  const before = process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  onTestFinished(() => void Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: before }));
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  spans.length = 0;
  const { id } = await anOrder();
  await sendTraces();
  const rows = await db().select({ traceparent: events.traceparent }).from(events).where(eq(events.subjectId, id));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.traceparent).toBeNull();
  expect(spans).toEqual([]);
});
