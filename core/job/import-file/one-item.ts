import type { Cells } from "./cells.ts";

/**
 * Refuses rows that would be taken for further rows of the item above them and are about another, or say something else
 * about it: what they say would be lost, or go to the wrong item.
 * @param ofItem columns about the item as a whole: its later rows have the same text there, or none.
 */
export function refuseOthers<Column extends string>(
  [first, ...others]: readonly [Cells<Column>, ...Cells<Column>[]],
  groupedBy: Column,
  ofItem: readonly Column[],
): void {
  for (const row of others) {
    const other = ofItem.find((column) => ![first.text(column), ""].includes(row.text(column)));
    if (other === undefined) continue;
    if (row.text(groupedBy) !== "") row.wrong(other, `Row ${first.row} is about the same and says something else.`);
    else {
      const why = `It is empty, so the row belongs to the one above it, which says something else in “${other}”.`;
      row.wrong(groupedBy, why);
    }
  }
}
