import { expect, it } from "vitest";
import { dueQueues } from "#core/work/due-queues";
import type { Group } from "#core/work/kind";

const newQueues = (due: () => Promise<readonly Group[]> = async () => []) => {
  const queues = dueQueues<Group, Group>(
    due,
    ({ group }) => group,
    () => {},
  );
  return { ...queues, names: () => queues.inTurn().map(({ group }) => group) };
};

const [one, two, three] = [{ group: "one" }, { group: "two" }, { group: "three" }];

it("a queue reported during a check is not forgotten when the check ends", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Group[]>();
  const queues = newQueues(() => promise);
  const look = queues.look(true);
  queues.heard([one]);
  resolve([]);
  await look;
  expect(queues.names()).toEqual(["one"]);
});

it("a claim that began before a queue was reported does not empty it, and one that began later does", () => {
  const queues = newQueues();
  const before = performance.now() - 1;
  queues.heard([one]);
  queues.answered(one, before, false);
  expect(queues.names()).toEqual(["one"]);
  queues.answered(one, performance.now() + 1, false);
  expect(queues.names()).toEqual([]);
});

it("what a check finds during a claim is not forgotten when that claim ends", async () => {
  const queues = newQueues(async () => [one]);
  const began = performance.now() - 1;
  queues.heard([two]);
  queues.served([{ ...one, most: 20 }]);
  await queues.look(false);
  queues.answered(one, began, false);
  expect(queues.names()).toEqual(["one"]);
});

it("a queue reported twice is served once", () => {
  const queues = newQueues();
  queues.heard([one, two]);
  queues.heard([two, three]);
  expect(queues.names()).toEqual(["one", "two", "three"]);
});

it("a queue is claimed by one claim at a time, unless its last one was full", () => {
  const queues = newQueues();
  const began = performance.now() - 1;
  const claim = () => queues.served([{ ...one, most: 20 }]);
  queues.heard([one, two]);
  claim();
  expect(queues.names()).toEqual(["two"]);
  queues.answered(one, began, true);
  claim();
  claim();
  expect(queues.names()).toEqual(["two", "one"]);
  queues.answered(one, began, true);
  queues.answered(one, began, false);
  claim();
  expect(queues.names()).toEqual(["two"]);
});
