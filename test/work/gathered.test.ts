/** Concurrent requests are carried out together. */
import { expect, it } from "vitest";
import { gathered } from "#core/work/gathered";

it("gives each caller its own answer, in batches of limited size", async () => {
  const sizes: number[] = [];
  const double = gathered<number, number>(4, 1, async (batch) => {
    sizes.push(batch.length);
    return batch.map((one) => 2 * one);
  });
  const asked = Array.from({ length: 10 }, (_, nth) => nth);
  expect(await Promise.all(asked.map(double))).toEqual(asked.map((one) => 2 * one));
  expect(sizes).toEqual([4, 4, 2]);
});

// What was committed meanwhile must be seen: a batch in progress may have looked before.
it("puts calls that arrive during a batch into the next one", async () => {
  const batches: string[][] = [];
  const { promise: firstEnds, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: firstBegins, resolve: beginFirst } = Promise.withResolvers<void>();
  const told = gathered<string, void>(10, 1, async (batch) => {
    batches.push([...batch]);
    beginFirst();
    await firstEnds;
    return batch.map(() => undefined);
  });
  const first = told("a");
  await firstBegins;
  const rest = [told("b"), told("c")];
  endFirst();
  await Promise.all([first, ...rest]);
  expect(batches).toEqual([["a"], ["b", "c"]]);
});

it("reports a failed batch to every caller in it, and continues with the next", async () => {
  const work = gathered<number, number>(2, 1, async (batch) => {
    if (batch.includes(1)) throw new Error("away");
    return batch;
  });
  const ends = await Promise.allSettled([work(0), work(1), work(2)]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});

it("fails for a caller that its work leaves without an answer, instead of keeping it waiting", async () => {
  const work = gathered<number, number>(2, 1, async (batch) => batch.slice(0, 1));
  const ends = await Promise.allSettled([work(0), work(1)]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});
