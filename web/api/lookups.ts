/** The names behind the ids that records carry. */
import { useQuery } from "@tanstack/react-query";
import * as categoryApi from "#core/contract/category";
import * as channelApi from "#core/contract/channel";
import * as collectionApi from "#core/contract/collection";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import * as taxRateApi from "#core/contract/tax";
import * as vendorApi from "#core/contract/vendor";
import { allOf } from "../ui/csv.ts";
import type { ApiError } from "./api-client.ts";
import { useSession } from "./session.tsx";

type ItemOf<Op extends Operation> = Answer<Op> extends { items: (infer Item)[] } ? Item : never;

/** A list that is short enough to have whole: all its pages, or nothing for who may not see it. */
export function useFullList<Op extends Operation>(op: Op, input: Asked<Op>): readonly ItemOf<Op>[] {
  const { can } = useSession();
  const all = useQuery<ItemOf<Op>[], ApiError>({
    queryKey: [op.name, input, "all"],
    // What a list answers.
    queryFn: () =>
      allOf<Op, ItemOf<Op>>(
        op,
        input,
        (page) => page as { items: ItemOf<Op>[]; nextCursor: string | null },
        () => {},
      ),
    staleTime: 30_000,
    enabled: can(op),
  });
  return all.data ?? none;
}

const none: never[] = [];

export const useCategories = () => useFullList(categoryApi.list, {});
export const useTaxRates = () => useFullList(taxRateApi.list, { archived: true });
export const useCollections = () => useFullList(collectionApi.list, {});

/** The channels, for a choice of one and to call one by name. */
export function useChannels() {
  const all = useFullList(channelApi.list, { archived: true });
  return {
    options: all
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ code, name }) => ({ value: code, label: name })),
    nameOf: (code: string): string => all.find((one) => one.code === code)?.name ?? code,
  };
}

/** The vendors, for a choice of one and to call one by name. */
export function useVendors() {
  const all = useFullList(vendorApi.list, {});
  return {
    all,
    options: all.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string): string => all.find((one) => one.id === id)?.name ?? "a vendor",
  };
}

/** "Clothing / Shirts": where a category lies. */
export function categoryPath(
  id: string | null,
  categories: readonly { id: string; parentId: string | null; name: string }[],
): string {
  const found = categories.find((one) => one.id === id);
  if (!found) return "";
  const above = found.parentId ? categoryPath(found.parentId, categories) : "";
  return above ? `${above} / ${found.name}` : found.name;
}
