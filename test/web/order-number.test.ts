import { expect, it } from "vitest";
import { isNumberOf } from "../../web/packing/count-scans.ts";

// The slip of an order from another store has the number that the order had there.
it.each([
  ["QM-100001", "QM-100001", true],
  ["QM-100001", "qm-100001", true],
  ["QM-100001", "#100001", true],
  ["QM-100001", "100001", true],
  ["QM-100001", "10000", false],
  ["QM-100001", "", false],
  ["#1001", "#1001", true],
  ["#1001", "1001", true],
  ["#1001", "QM-1001", false],
  ["EU3003-b", "EU3003-B", true],
])("the pack station takes an order %s to be scanned by %s: %s", (number, code, is) => {
  expect(isNumberOf(number, code)).toBe(is);
});
