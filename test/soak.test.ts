import { expect, it } from "vitest";
import { soak } from "../soak/soak.ts";
import { aWorld } from "../soak/world.ts";
import { settled } from "./support/settled.ts";

const operations = 2_500;

// `npm run soak` does this for minutes. Four processes, one of them killed with -9 now and then: no client sees a
// fault, and afterwards the doctor finds nothing, each label that the carrier has made belongs to a parcel, and each
// payment and refund of the gateway is counted once. It counts operations, since their duration depends on the machine.
it("holds under parallel clients of several processes that are killed at random", async () => {
  const { world, keys } = await aWorld();
  const { steps, faults, kills, ...done } = await soak({
    ...{ world, keys, seed: 1, operations, seconds: 240, processes: 4, clients: 32 },
    killEvery: 250,
  });
  expect(faults).toEqual([]);
  expect(done.operations).toBeGreaterThanOrEqual(operations);
  expect(kills).toBeGreaterThan(1);
  for (const same of [
    ["create", "createToo", "sale"],
    ["sweepUnpaid", "sweepUnpaidToo"],
    ["ship", "book"],
    ["makeCalls"],
  ]) {
    const done = same.reduce((sum, name) => sum + (steps[name]?.done ?? 0), 0);
    expect(done, same.join()).toBeGreaterThan(0);
  }
  for (const made of [done.labels, done.payments, done.refunds]) expect(made).toBeGreaterThan(0);
  expect(await settled({ figures: true })).toEqual([]);
}, 300_000);
