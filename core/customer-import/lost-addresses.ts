/** What a file would lose of a customer's addresses. */
import { isDeepStrictEqual } from "node:util";
import type { Problem } from "#core/job/import-file/cells";
import { damageOf, postalDigits } from "#core/job/import-file/damaged-code";
import { codeLost, zerosLost } from "#core/job/import-file/spreadsheet-damage";
import { isAmong } from "./addresses.ts";
import { partsByColumn } from "./own-columns.ts";
import type { Addresses, AddressPart } from "./taken-customer.ts";

/** @param given the file's, each with what is here of it. */
export function lostOf(given: Addresses, here: Addresses, unsaid: readonly AddressPart[] = []): readonly Problem[] {
  const damaged = damagedIn(given, here);
  return damaged.length > 0 ? damaged : [...postalCodesLost(given, here), ...unsaidLost(given, here, unsaid)];
}

const mayLose = [
  ["postalCode", "postal code", zerosLost],
  ["line1", "address 1", codeLost],
  ["line2", "address 2", codeLost],
] as const;

/** In an address that otherwise is one of those here: its postal code, or a house number such as 1-2-3, or both. */
function damagedIn(given: Addresses, here: Addresses): readonly Problem[] {
  const restOf = ({ isDefault: _, postalCode: _zip, line1: _first, line2: _second, ...rest }: Addresses[number]) =>
    rest;
  return given.flatMap((one) => {
    const those = here.filter((other) => isDeepStrictEqual(restOf(one), restOf(other)));
    const lostFrom = those.map((other) => {
      const changed = mayLose.filter(([part]) => other[part] !== one[part]);
      const lost = changed.flatMap(([part, column, lostIn]) => lostIn(column, other[part], one[part]));
      return lost.length === changed.length ? lost : undefined;
    });
    const isHere = lostFrom.some((lost) => lost?.length === 0);
    return isHere ? [] : (lostFrom.find((lost) => lost !== undefined) ?? []);
  });
}

/** In an address that is new here: 700016.0, as some programs write a column of numbers that has an empty cell. */
const postalCodesLost = (given: Addresses, here: Addresses): readonly Problem[] =>
  given.flatMap(({ postalCode: text = "" }) => {
    const why = here.some(({ postalCode }) => postalCode === text) ? undefined : damageOf(text, postalDigits);
    return why === undefined ? [] : [{ column: "postal code", text, why }];
  });

/** Of an address here that another would replace: parts that the file has no column for. */
function unsaidLost(given: Addresses, here: Addresses, unsaid: readonly AddressPart[]): readonly Problem[] {
  const fresh = given.find((one) => !isAmong(one, here));
  const gone = here.filter((one) => !isAmong(one, given));
  const lost = Object.entries(partsByColumn).filter(
    ([, part]) => unsaid.includes(part) && gone.some((one) => ![undefined, "-"].includes(one[part])),
  );
  if (!fresh || lost.length === 0) return [];
  const columns = lost.map(([column]) => `“${column}”`).join(", ");
  const why = `It is another address here, and the file has no column ${columns}: add what it would lose.`;
  return [{ column: "address 1", text: fresh.line1, why }];
}
