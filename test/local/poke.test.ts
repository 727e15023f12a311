import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { poke } from "#core/event/poke";
import { type Listening, listen } from "#local/listen";

/** A queue that answers when it is told to. */
let queue: Listening;
let answers: (() => void)[] = [];
beforeAll(async () => {
  queue = await listen(
    createServer((request, response) => {
      request.resume();
      answers.push(() => response.end("{}"));
    }),
  );
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", queue.url);
  vi.stubEnv("RELAY_QUEUE_URL", `${queue.url}/000000000000/relay`);
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "local");
});
beforeEach(() => {
  answers = [];
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await queue.stop();
});

const asked = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));

// The relay may have read the outbox before the second change committed: that change needs a poke that begins after it.
it("pokes once more for all that come while a poke is under way", async () => {
  const first = poke();
  await asked(1);
  const others = Promise.all([poke(), poke(), poke()]);
  answers[0]?.();
  await first;
  await asked(2);
  answers[1]?.();
  await others;
  expect(answers).toHaveLength(2);
});

// What has committed must not be reported as failed because a queue is away: the sweep finds it.
it("does not throw when the queue is away, and pokes again the next time", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:1");
  await poke();
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", queue.url);
  const next = poke();
  await asked(1);
  answers[0]?.();
  await next;
});
