/** With more ids a URL may become too long for a CDN. */
export const idsMax = 150;

/**
 * The rows with these ids, asked for in as many requests as that takes, one after the other, until there are `rowsMax`.
 * Each is told how many are still wanted, and may bring more.
 */
export async function fetchByIds<Id, Row>(
  ids: readonly Id[],
  fetchRows: (part: Id[], rowsMax: number) => Promise<readonly Row[]>,
  rowsMax = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length && rows.length < rowsMax; from += idsMax) {
    rows.push(...(await fetchRows(ids.slice(from, from + idsMax), rowsMax - rows.length)));
  }
  return rows;
}
