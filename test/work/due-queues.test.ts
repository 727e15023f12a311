import { expect, it } from "vitest";
import { dueQueues } from "#core/work/due-queues";

const newQueues = (due: () => Promise<readonly string[]>) =>
  dueQueues<string, string>(
    due,
    (name) => name,
    () => {},
  );

it("a queue reported during a check is not forgotten when the check ends", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const queues = newQueues(() => promise);
  const look = queues.look(true);
  queues.heard(["new"]);
  resolve([]);
  await look;
  expect(queues.inTurn()).toEqual(["new"]);
});

it("a claim that began before a queue was reported does not empty it, and one that began later does", () => {
  const queues = newQueues(async () => []);
  const before = performance.now() - 1;
  queues.heard(["new"]);
  queues.emptied("new", before);
  expect(queues.inTurn()).toEqual(["new"]);
  queues.emptied("new", performance.now() + 1);
  expect(queues.inTurn()).toEqual([]);
});

it("a queue reported twice is served once", () => {
  const queues = newQueues(async () => []);
  queues.heard(["one", "two"]);
  queues.heard(["two", "three"]);
  expect(queues.inTurn()).toEqual(["one", "two", "three"]);
});
