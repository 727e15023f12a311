/** The guarantee for concurrent requests of one process, across processes: Lambdas share nothing but the database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownersKey } from "../support/call.ts";
import { aVariantInStock, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

const buyer = join(import.meta.dirname, "../support/programs/buyer.ts");

it("of sixty requests in three processes for seven units, exactly seven succeed", async () => {
  const place = await aVariantInStock(7);
  const key = await ownersKey();
  const processes = Array.from({ length: 3 }, () => fork(buyer));
  await Promise.all(processes.map((process) => once(process, "message")));
  const answers = processes.map(async (process) => {
    process.send({ key, variantId: place.variantId, orders: 20 });
    const [counts] = await once(process, "message");
    return counts as Record<string, number>; // what buyer.ts sends
  });
  const counts = await Promise.all(answers);
  const sum = (came: string) => counts.reduce((all, one) => all + (one[came] ?? 0), 0);
  expect({ made: sum("made"), short: sum("stock.short") }).toEqual({ made: 7, short: 53 });
  expect(await stockLevelAt(place)).toEqual({ onHand: 7, reserved: 7, committed: 0 });
  await expectStockToAddUp();
});
