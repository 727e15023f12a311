import { expect, it } from "vitest";
import { type PackLine, scanItem } from "../../web/packing/count-scans.ts";

const line: PackLine = {
  ...{ lineId: "lin_1", sku: "FORMER-1", title: "Teapot", bin: null, quantity: 2 },
  codes: ["FORMER-1", "TODAY-1", "8901234567894"],
};

// Goods that arrived before the SKU was changed have the former label, later ones the new one.
it.each(["FORMER-1", "today-1", "8901234567894"])("counts an item whose label says %s", (code) => {
  expect(scanItem([line], {}, code)).toMatchObject({ is: "counted", counts: { lin_1: 1 } });
  expect(scanItem([line], { lin_1: 2 }, code)).toMatchObject({ is: "tooMany" });
});

it("counts nothing for any other label", () => {
  expect(scanItem([line], {}, "OTHER-1")).toEqual({ is: "notAnItem" });
});
