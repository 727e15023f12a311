import { describe, expect, it } from "vitest";
import { putOnBus } from "#core/event/bus";
import type { Outgoing } from "#core/event/outgoing";
import { newId } from "#core/id";
import { aBusOfItsOwn, refusing, tookAll } from "../support/event-bus.ts";

const bus = aBusOfItsOwn();
const withinMs = 10_000;

function anEvent(data: Record<string, unknown> = { colour: "blue" }, attempts = 0): Outgoing {
  const [id, time] = [newId("event"), new Date().toISOString()];
  const body = { id, name: "product.created", version: 1, time, subject: { type: "product", id: "prd_1" }, data };
  return { id, name: "product.created", time, attempts, body: JSON.stringify(body) };
}
const some = (count: number, data?: Record<string, unknown>) => Array.from({ length: count }, () => anEvent(data));
const idsOf = (ones: readonly { readonly id: string }[]) => ones.map(({ id }) => id);

describe("putting events on the bus", () => {
  it("sends batches of ten, with name and source", async () => {
    const events = some(25);
    expect(await putOnBus(events, withinMs)).toEqual({ refused: [], failed: [] });
    expect(bus.calls.map((entries) => entries.length).toSorted()).toEqual([10, 10, 5]);
    expect(bus.calls[0]![0]).toMatchObject({
      Source: "quartermaster",
      DetailType: "product.created",
      EventBusName: "store-events",
    });
    const [first] = events;
    expect(bus.calls.flat().find(({ Detail }) => Detail === first!.body)?.Time).toBe(Date.parse(first!.time) / 1000);
  });

  it("keeps a call below what EventBridge takes, and sends an event larger than that without its data", async () => {
    const events = [...some(4, { description: "x".repeat(100_000) }), anEvent({ description: "x".repeat(400_000) })];
    expect(await putOnBus(events, withinMs)).toEqual({ refused: [], failed: [] });
    for (const entries of bus.calls) {
      expect(entries.reduce((bytes, { Detail }) => bytes + Detail.length, 0)).toBeLessThanOrEqual(240_000);
    }
    const omitted = bus.events().filter(({ dataOmitted }) => dataOmitted);
    expect(omitted).toHaveLength(1);
    expect(omitted[0]).toMatchObject({ name: "product.created", id: events[4]!.id });
  });

  // One emoji in a customer's name, and the queue behind the bus refused the event forever.
  it("sends text in any script, and emoji, escaped as ASCII", async () => {
    const planes = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x1_00_00 + 0x41_41)).join("");
    const data = {
      name: "Zoë 👩‍👩‍👧",
      planes,
      edges: "\u007f\u0080\ud7ff\ue000\ufffd\ufffe\uffff\u2028",
      ключ: "значение",
    };
    const event = anEvent(data);
    await putOnBus([event], withinMs);
    const [entry] = bus.calls.flat();
    expect(entry!.Detail).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(entry!.Detail)).toEqual(JSON.parse(event.body));
  });

  // An event in Hindi is twice as large in ASCII as in UTF-8, and a call that is too large is refused as a whole.
  it("counts sizes as they are sent", async () => {
    const events = [...some(4, { text: "क".repeat(30_000) }), anEvent({ text: "क".repeat(45_000) })];
    expect(await putOnBus(events, withinMs)).toEqual({ refused: [], failed: [] });
    expect(bus.calls).toHaveLength(4);
    for (const entries of bus.calls) {
      expect(entries.reduce((bytes, { Detail }) => bytes + Buffer.byteLength(Detail), 0)).toBeLessThanOrEqual(240_000);
    }
    expect(bus.events().filter(({ dataOmitted }) => dataOmitted)).toMatchObject([{ id: events[4]!.id }]);
  });

  // Our own consumers read the body from its row. If its text cannot pass a queue, it still arrives.
  it("in the end sends an event that does not arrive without its data", async () => {
    await putOnBus([anEvent({}, 3), anEvent({}, 4)], withinMs);
    expect(bus.events().map(({ dataOmitted }) => dataOmitted)).toEqual([undefined, true]);
  });

  it("reports exactly the refused entries, with the bus's own code", async () => {
    const events = some(10);
    bus.answer = refusing("MalformedDetail", ({ Detail }) => Detail.includes(events[3]!.id));
    expect(await putOnBus(events, withinMs)).toEqual({
      refused: [{ id: events[3]!.id, code: "MalformedDetail", message: "It is so." }],
      failed: [],
    });
  });

  it("blames no event if the call is refused because of the caller, or is not answered", async () => {
    const events = some(3);
    bus.answer = () => ({ status: 400, body: { __type: "AccessDeniedException", message: "No." } });
    const denied = await putOnBus(events, withinMs);
    expect(denied).toMatchObject({
      refused: [],
      failed: events.map(({ id }) => ({ id, code: "AccessDeniedException" })),
    });
    expect(bus.calls).toHaveLength(1);

    const before = process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"];
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = "http://127.0.0.1:9";
    const away = await putOnBus(events, withinMs);
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = before;
    expect(away).toMatchObject({ refused: [], failed: events.map(({ id }) => ({ id, code: "ECONNREFUSED" })) });
  });

  // Ten travel in one call: one that spoils it must not hold up the other nine forever.
  it("finds the one event that causes a whole call to be refused", async () => {
    const events = some(10);
    bus.answer = (entries, response) =>
      entries.some(({ Detail }) => Detail.includes(events[7]!.id))
        ? { status: 400, body: { __type: "ValidationException", message: "It is too odd." } }
        : tookAll(entries, response);
    const { refused, failed } = await putOnBus(events, withinMs);
    expect(idsOf(refused)).toEqual([events[7]!.id]);
    expect(refused[0]!.code).toBe("ValidationException");
    expect(failed).toEqual([]);
    const taken = bus.calls.filter((entries) => entries.length === 1).flat();
    expect(taken).toHaveLength(10);
  });

  // AWS throttles with a 400, and only for a moment.
  it("tries again when it is throttled", async () => {
    bus.answer = (entries, response) =>
      bus.calls.length < 3
        ? { status: 400, body: { __type: "ThrottlingException", message: "Rate exceeded" } }
        : tookAll(entries, response);
    expect(await putOnBus(some(1), withinMs)).toEqual({ refused: [], failed: [] });
    expect(bus.calls).toHaveLength(3);
  });

  it("gives up when its time is up, even between two tries", async () => {
    const events = some(1);
    bus.answer = () => null;
    expect(await putOnBus(events, 50)).toMatchObject({ refused: [], failed: [{ id: events[0]!.id }] });
    bus.answer = () => ({ status: 400, body: { __type: "ThrottlingException", message: "Rate exceeded" } });
    expect(await putOnBus(events, 50)).toMatchObject({ refused: [], failed: [{ id: events[0]!.id }] });
  });
});
