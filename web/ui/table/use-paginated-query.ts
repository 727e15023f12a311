/** A list, page by page, with the page in the address. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { apiQuery, useApiQuery } from "../../api/hooks.ts";
import { enumParam, useUrlState } from "../url-state.ts";

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

type ItemOf<Op extends Operation> = Answer<Op> extends PageOf<infer Item> ? Item : never;

export const sizes = ["25", "50", "100", "200"] as const;

/** Cursors lead forward only: this remembers, for as long as the tab lives, what lay before each. */
const before = new Map<string, string | undefined>();

/** Asks a list for the page that the address names. The next page is fetched before it is wanted. */
export function usePages<Op extends Operation>(
  op: Op,
  filters: Omit<Asked<Op>, "limit" | "cursor">,
): Pages<ItemOf<Op>> {
  const [search, setSearch] = useUrlState();
  const client = useQueryClient();
  const { cursor } = search;
  const limit = Number(enumParam(sizes)(search["limit"] ?? "") ?? "50");
  const inputAt = (place: string | undefined) => ({ ...filters, limit, cursor: place }) as unknown as Asked<Op>; // a list's input has both
  const answer = useApiQuery(op, inputAt(cursor), { poll: true });
  const page = answer.data as PageOf<ItemOf<Op>> | undefined; // only lists are given
  const next = answer.isPlaceholderData ? null : (page?.nextCursor ?? null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is new each time; the cursor and the filters say it all
  useEffect(() => {
    if (next) void client.prefetchQuery(apiQuery(op, inputAt(next)));
  }, [next, JSON.stringify(filters)]);

  return {
    items: page?.items,
    answer,
    isFirst: cursor === undefined,
    limit,
    setLimit: (most: string) => setSearch({ limit: most, cursor: undefined }),
    forward: next
      ? () => {
          before.set(next, cursor);
          setSearch({ cursor: next });
        }
      : null,
    back: cursor === undefined ? null : () => setSearch({ cursor: before.get(cursor) }),
  };
}

export interface Pages<Item> {
  /** Undefined until the first answer. */
  readonly items: readonly Item[] | undefined;
  readonly answer: Pick<ReturnType<typeof useApiQuery>, "error" | "refetch" | "isFetching" | "isPlaceholderData">;
  readonly isFirst: boolean;
  readonly limit: number;
  readonly setLimit: (most: string) => void;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}
