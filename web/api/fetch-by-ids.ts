/** With more ids a URL may become too long for a CDN. */
export const idsMax = 150;

/** The rows with these ids, asked for in as many requests as that takes, one after the other. */
export async function fetchByIds<Id, Row>(
  ids: readonly Id[],
  fetchRows: (part: Id[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += idsMax) rows.push(...(await fetchRows(ids.slice(from, from + idsMax))));
  return rows;
}
