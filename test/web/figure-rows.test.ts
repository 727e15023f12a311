/** The files of reports. */
import { expect, it } from "vitest";
import { type FigureColumn, fileRows } from "../../web/reports/figure-rows.ts";

interface Item {
  readonly name: string;
  readonly units: number;
  readonly value: { readonly amountMinor: number; readonly currency: string };
}

const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });
const columns: readonly FigureColumn<Item>[] = [
  { title: "Name", value: ({ name }) => name },
  { title: "Units", value: ({ units }) => units },
  { title: "Value", value: ({ value }) => value },
];
const rows = [
  { name: "Mug", units: 3, value: inr(199_900) },
  { name: "Bowl", units: 2, value: inr(50) },
];
const shown = [
  ["Name", "Units", "Value (INR)"],
  ["Mug", 3, "1999.00"],
  ["Bowl", 2, "0.50"],
];
const total = { name: "Total", units: 9, value: inr(300_000) };

it("have the rows of the screen, without a total that a spreadsheet would add to them", () => {
  expect(fileRows({ columns, rows, total, rowsMax: 3 })).toEqual(shown);
});

// The value of stock by product is for the accountants: their file had the first 200 products and no sign of the rest.
it("end with the total if it may be of more rows than they have", () => {
  expect(fileRows({ columns, rows, total, rowsMax: 2 })).toEqual([
    ...shown,
    ["Total, including any rows not shown", 9, "3000.00"],
  ]);
});
