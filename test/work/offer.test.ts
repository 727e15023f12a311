import { expect, it } from "vitest";
import { dueQueues } from "#core/work/due-queues";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { type Listener, workThrough } from "#core/work/loop";
import { offersOf } from "#core/work/offer";
import { prefetchOf } from "#core/work/prefetch";
import { runnerOf } from "#core/work/runner";
import { evenSlots } from "#core/work/slots";

const quick = { group: "quick" };
const slow = { group: "slow" };
const behind = { group: "behind" };

/** Room for 30 rows, of which 20 in one offer, and two slots for each queue. */
function aWorker({ inTurn = [] as Group[], busy = [] as Group[] } = {}) {
  const prefetch = prefetchOf<Group, Group>(30, ({ group }) => group);
  const slots = evenSlots(20, 2);
  const offers = offersOf({
    ...{ slots, prefetch, queues: { inTurn: () => inTurn } },
    ...{ busy: () => busy, arrived: () => {} },
  });
  return { prefetch, slots, offers };
}

it("offers what room there is, and counts it as taken until the rows arrive", () => {
  const { offers, prefetch } = aWorker();
  const [first, second] = [offers.make(), offers.make()];
  expect(first).toMatchObject({ most: 20, except: [] });
  expect(second).toMatchObject({ most: 10 });
  expect(offers.make()).toBeUndefined();
  first?.arrived([quick, slow, slow]);
  second?.arrived([]);
  expect(offers.open()).toBe(0);
  expect(prefetch.queues()).toEqual([quick, slow]);
  expect(offers.make()).toMatchObject({ most: 20 });
  expect(offers.make()).toMatchObject({ most: 30 - 3 - 20 });
});

it("wants no rows of a queue with older ones, or without a free slot unless it is quick", () => {
  const { offers, prefetch, slots } = aWorker({ inTurn: [behind], busy: [quick, slow] });
  expect(offers.make()?.except).toEqual([behind]);
  slots.take([quick, slow]);
  for (let nth = 0; nth < 10; nth++) prefetch.ended(quick);
  expect(offers.make()?.except).toEqual([behind, slow]);
});

it("offers nothing if many queues have no room", () => {
  const inTurn = Array.from({ length: 20 }, (_, nth) => ({ group: String(nth) }));
  expect(aWorker({ inTurn }).offers.make()).toBeUndefined();
});

/** Of no table. */
const lease = leaseOf<Claim & Group, { of: Claim }>({
  ...{ table: "none", key: "id", group: "group", dueAt: "due_at", pending: "true", hideSeconds: 60 },
  ...{ waitSeconds: () => 1, again: () => false },
});

it("begins rows of many queues at once, as each of them has room", () => {
  const begun: string[] = [];
  const runner = runnerOf({
    lease,
    queues: dueQueues(
      async (): Promise<Group[]> => [],
      lease.nameOf,
      () => {},
    ),
    slots: evenSlots(200, 10, 20),
    prefetchMax: 50,
    timeLeft: () => 60_000,
    withinMs: 10_000,
    work: ({ id }) => {
      begun.push(id);
      return new Promise(() => {});
    },
    ...{ ended: () => {}, changed: () => {} },
  });
  const rows = Array.from({ length: 20 }, (_, nth) => `row ${nth}`);
  runner.offer()?.arrived(rows.map((id) => ({ id, group: id, claimId: "c", attempts: 1, at: "" })));
  expect(begun).toEqual(rows);
});

it("offers nothing once the worker has ended", async () => {
  let listener: Listener<Claim & Group, Group, Group> | undefined;
  const offered: unknown[] = [];
  await workThrough({
    ...{ lease, slots: evenSlots(20, 2), prefetchMax: 30, timeLeft: () => 60_000, withinMs: 10_000 },
    work: async () => undefined,
    due: async () => {
      const offer = listener?.offer();
      offered.push(offer?.most);
      offer?.arrived([]);
      return [];
    },
    standBy: { withinMs: 0, listen: (given) => (listener = given) },
  });
  expect(offered).toContain(20);
  expect(listener?.offer()).toBeUndefined();
});
