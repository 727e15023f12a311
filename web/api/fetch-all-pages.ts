/** Fetches all pages of a list. */
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { callApi } from "./api-client.ts";

/** The answer of a list operation. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export type ItemOf<Op extends Operation> = Answer<Op> extends ListPage<infer Item> ? Item : never;

interface Options {
  /** Stops after the page that reaches this number of rows. The default is more than a browser should hold. */
  readonly rowsMax?: number;
  /** Called after each page with the number of rows so far. */
  readonly onPage?: (rows: number) => void;
}

/** All rows of a list, fetched 200 at a time. */
export async function fetchAllPages<Op extends Operation>(
  op: Op,
  filters: Asked<Op>,
  { rowsMax = 50_000, onPage }: Options = {},
): Promise<ItemOf<Op>[]> {
  const rows: ItemOf<Op>[] = [];
  let cursor: string | undefined;
  do {
    const input = { ...filters, limit: 200, cursor } as Asked<Op>; // every list takes both
    const page = (await callApi(op, input)) as ListPage<ItemOf<Op>>; // only lists are given
    rows.push(...page.items);
    onPage?.(rows.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && rows.length < rowsMax);
  return rows;
}
