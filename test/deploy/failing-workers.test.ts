/** Lambda counts as errors, which raise an alarm, only what a handler throws, and not the messages that it reports. */
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disconnect } from "#core/db/client";
import { newId } from "#core/id";
import { queues } from "#functions/wiring";
import { invocation } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";

const own = process.env["DATABASE_URL"];
beforeAll(async () => {
  await disconnect();
  process.env["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/nothing";
});
afterAll(async () => {
  await disconnect();
  process.env["DATABASE_URL"] = own;
});

const batchOf = (...bodies: readonly string[]) =>
  ({ Records: bodies.map((body, nth) => ({ messageId: `m${nth}`, body })) }) as SQSEvent;

describe("a worker whose database is away", () => {
  it.each(queues)("$worker throws", async ({ worker }) => {
    linesLogged();
    const { handler } = await import(`../../functions/worker/${worker}.ts`);
    const event = JSON.stringify({ detail: { id: newId("event") } });
    await expect(handler(batchOf(event, event), invocation)).rejects.toThrow();
  });
});
