import { expect, it } from "vitest";
import { settled } from "../soak/settled.ts";
import { soak } from "../soak/soak.ts";
import { aWorld } from "../soak/world.ts";

// `npm run soak` does this for minutes. Four processes, one of them killed with -9 every second: no client sees a
// fault, and afterwards the doctor has nothing to say.
it("holds under parallel clients of several processes that are killed at random", async () => {
  const { world, key } = await aWorld();
  const { operations, faults, kills } = await soak({
    ...{ world, key, seed: 1, seconds: 8, processes: 4, clients: 32 },
    killEveryMs: 2_000,
  });
  expect(faults).toEqual([]);
  expect(kills).toBeGreaterThan(1);
  expect(operations["order.create"]?.done).toBeGreaterThan(0);
  expect(await settled()).toEqual([]);
}, 90_000);
