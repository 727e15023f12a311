/** The rows of the price grid: what is sent for what was typed, and what remains afterwards. */
import { expect, it } from "vitest";
import { type GridRow, gridRow, isChanged, rebased, sentRows } from "../../../web/prices/grid-rows.ts";

const price = (minQuantity: number, amountMinor: number, sku = "MUG") =>
  gridRow({
    variantId: `var_${sku}`,
    sku,
    title: sku,
    minQuantity,
    amount: { amountMinor, currency: "INR" },
    variantPrice: { amountMinor: 1000, currency: "INR" },
  });
const [from1, from10, from50] = [price(1, 900), price(10, 800), price(50, 700)];
const from = (row: GridRow, minQuantity: string, said: Partial<GridRow> = {}): GridRow => ({
  ...row,
  minQuantity,
  ...said,
});
const sent = (...rows: GridRow[]) =>
  sentRows(rows, "INR").map(({ minQuantity, amountMinor }) => [minQuantity, amountMinor]);

it("sends every price once where the breaks of an item move up, and removes only what nothing takes the place of", () => {
  expect(sent(from1, from(from10, "50"), from(from50, "100"))).toEqual([
    [10, null],
    [50, 800],
    [100, 700],
  ]);
  expect(sent(from(from10, "50"), from(from50, "10"))).toEqual([
    [50, 800],
    [10, 700],
  ]);
});

it("sends a price whose quantity has only a space more once, and one that is emptied as removed", () => {
  expect(sent(from(from10, "10 "))).toEqual([[10, 800]]);
  expect(sent(from(from10, "50", { amount: "" }), from(from50, "50", { amount: "7.50" }))).toEqual([
    [10, null],
    [50, 750],
  ]);
});

// Otherwise the moved break would still count as typed, and saving once more would remove its neighbour.
it("has nothing left to save once moved breaks are saved", () => {
  const typed = [from1, from(from10, "50"), from(from50, "100")];
  const after = rebased(typed, [from1, price(50, 800), price(100, 700)], "INR");
  expect(after.filter(isChanged)).toEqual([]);
  expect(after.map(({ minQuantity }) => minQuantity)).toEqual(["1", "50", "100"]);
});

it("keeps moved breaks as typed while someone else's prices arrive", () => {
  const typed = [from1, from(from10, "50"), from(from50, "100")];
  const after = rebased(typed, [price(1, 950), from10, from50], "INR");
  expect(after.map(({ minQuantity, amount }) => [minQuantity, amount])).toEqual([
    ["1", "9.50"],
    ["50", "8.00"],
    ["100", "7.00"],
  ]);
  expect(sentRows(after, "INR")).toHaveLength(3);
});

it("still removes the old quantity where someone else has added the same price for the new one", () => {
  const after = rebased([from(from10, "50")], [from10, price(50, 800)], "INR");
  expect(sent(...after)).toEqual([
    [10, null],
    [50, 800],
  ]);
});
