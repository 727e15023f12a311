/** A list, page by page. The page is kept in the URL. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Asked, Operation } from "#core/contract/kit/operation";
import { fetchAllPages, type ItemOf, type ListPage } from "../../api/fetch-all-pages.ts";
import { apiQuery, useApiQuery } from "../../api/hooks.ts";
import { enumParam, useUrlState } from "../url-state.ts";

export const pageSizes = ["25", "50", "100", "200"] as const;

/** A bulk action sends one request per row. */
export const selectedMax = 1_000;

export interface PaginatedQuery<Item> {
  /** Undefined until the first answer. */
  readonly items: readonly Item[] | undefined;
  readonly query: Pick<ReturnType<typeof useApiQuery>, "error" | "refetch" | "isFetching" | "isPlaceholderData">;
  readonly pageSize: number;
  readonly setPageSize: (size: string) => void;
  readonly nextPage: (() => void) | null;
  readonly previousPage: (() => void) | null;
  /** Changes when the filters do, but not when only the page does. */
  readonly listed: string;
  /** Fetches the rows of all pages, at most `selectedMax`. */
  readonly fetchAll: () => Promise<readonly Item[]>;
}

/** Cursors only lead forward. This remembers each page's previous one, for the life of the browser tab. */
const previousCursors = new Map<string, string | undefined>();

/** Fetches the page in the URL, and prefetches the next one. */
export function usePaginatedQuery<Op extends Operation>(
  op: Op,
  filters: Omit<Asked<Op>, "limit" | "cursor">,
): PaginatedQuery<ItemOf<Op>> {
  const [search, setSearch] = useUrlState();
  const client = useQueryClient();
  const { cursor } = search;
  const pageSize = Number(enumParam(pageSizes)(search["limit"] ?? "") ?? "50");
  const inputAt = (at: string | undefined) => ({ ...filters, limit: pageSize, cursor: at }) as unknown as Asked<Op>; // a list's input has both
  const query = useApiQuery(op, inputAt(cursor), { poll: true });
  const page = query.data as ListPage<ItemOf<Op>> | undefined; // only lists are given
  const next = query.isPlaceholderData ? null : (page?.nextCursor ?? null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is a new object each time; the cursor and the filters stand for it
  useEffect(() => {
    if (next) void client.prefetchQuery(apiQuery(op, inputAt(next)));
  }, [next, JSON.stringify(filters)]);

  return {
    items: page?.items,
    query,
    pageSize,
    setPageSize: (size) => void setSearch({ limit: size, cursor: undefined }),
    nextPage: next
      ? () => {
          previousCursors.set(next, cursor);
          void setSearch({ cursor: next });
        }
      : null,
    listed: JSON.stringify(filters),
    fetchAll: () => fetchAllPages(op, filters as unknown as Asked<Op>, { rowsMax: selectedMax }), // as `inputAt`
    previousPage: cursor === undefined ? null : () => void setSearch({ cursor: previousCursors.get(cursor) }),
  };
}
