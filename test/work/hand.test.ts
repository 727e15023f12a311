import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { handOf } from "#core/work/hand";

const quick = "quick";
const slow = "slow";

const handOfTwenty = () => handOf<number, string>(20, (queue) => queue);

/** So many have just been done of it. */
const does = (hand: ReturnType<typeof handOfTwenty>, queue: string, count: number) => {
  for (let nth = 0; nth < count; nth++) hand.ended(queue);
};

it("asks for as many ahead as a queue has just done, for none of one that has done nothing, and for no more than it may hold in all", () => {
  const hand = handOfTwenty();
  expect(hand.ask(quick)).toBe(0);
  does(hand, quick, 12);
  does(hand, slow, 1);
  expect(hand.ask(quick)).toBe(12);
  expect(hand.ask(quick)).toBe(0); // these are on their way
  expect(hand.ask(slow)).toBe(1);
  does(hand, "another", 50);
  expect(hand.ask("another")).toBe(20 - 12 - 1);
});

it("hands rows out in the order in which they came, and asks again once half of them are gone", () => {
  const hand = handOfTwenty();
  does(hand, quick, 4);
  expect(hand.ask(quick)).toBe(4);
  hand.dealt(quick, 4, [1, 2, 3, 4], performance.now());
  expect(hand.queues()).toEqual([quick]);
  expect(hand.next(quick)?.row).toBe(1);
  expect(hand.ask(quick)).toBe(0);
  expect(hand.next(quick)?.row).toBe(2);
  expect(hand.ask(quick)).toBe(2);
  hand.dealt(quick, 2, [], performance.now());
  expect([hand.next(quick)?.row, hand.next(quick)?.row, hand.next(quick)]).toEqual([3, 4, undefined]);
  expect(hand.isEmpty()).toBe(true);
});

it("counts what was not found as no longer in hand", () => {
  const hand = handOfTwenty();
  does(hand, quick, 30);
  for (let nth = 0; nth < 5; nth++) {
    expect(hand.ask(quick)).toBe(20);
    hand.dealt(quick, 20, [], performance.now());
  }
});

it("lets go of what has waited for a second, and of all when it is told to", () => {
  const hand = handOfTwenty();
  does(hand, quick, 10);
  hand.ask(quick);
  hand.dealt(quick, 5, [1, 2], performance.now() - 1_001);
  hand.dealt(quick, 5, [3], performance.now());
  expect(hand.letGo(false)).toEqual([1, 2]);
  expect(hand.letGo(false)).toEqual([]);
  expect(hand.letGo(true)).toEqual([3]);
  expect(hand.isEmpty()).toBe(true);
});

it("forgets how quick a queue was within half a second", async () => {
  const hand = handOfTwenty();
  does(hand, quick, 10);
  await pause(510);
  expect(hand.ask(quick)).toBe(0);
});
