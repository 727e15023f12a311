/** Short lists that are fetched whole: for select fields, and for the names behind the ids that records carry. */
import { useQuery } from "@tanstack/react-query";
import * as categoryApi from "#core/contract/category";
import * as channelApi from "#core/contract/channel";
import * as collectionApi from "#core/contract/collection";
import type { Asked, Operation } from "#core/contract/kit";
import * as taxRateApi from "#core/contract/tax";
import * as vendorApi from "#core/contract/vendor";
import type { ApiError } from "./api-client.ts";
import { fetchAllPages, type ItemOf } from "./fetch-all-pages.ts";
import { useSession } from "./session.tsx";

/** All pages of a list; empty until they are there, and for people who may not see it. */
export function useFullList<Op extends Operation>(op: Op, input: Asked<Op>): readonly ItemOf<Op>[] {
  const { can } = useSession();
  const query = useQuery<ItemOf<Op>[], ApiError>({
    queryKey: [op.name, input, "all"],
    queryFn: () => fetchAllPages(op, input),
    staleTime: 30_000,
    enabled: can(op),
  });
  return query.data ?? none;
}

const none: never[] = [];

export const useCategories = () => useFullList(categoryApi.list, {});
export const useTaxRates = () => useFullList(taxRateApi.list, { archived: true });
export const useCollections = () => useFullList(collectionApi.list, {});

export function useChannels() {
  const all = useFullList(channelApi.list, { archived: true });
  return {
    options: all
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ code, name }) => ({ value: code, label: name })),
    nameOf: (code: string): string => all.find((channel) => channel.code === code)?.name ?? code,
  };
}

export function useVendors() {
  const all = useFullList(vendorApi.list, {});
  return {
    all,
    options: all.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string): string => all.find((vendor) => vendor.id === id)?.name ?? "a vendor",
  };
}

/** A category with those above it: "Clothing / Shirts". */
export function categoryPath(
  id: string | null,
  categories: readonly { id: string; parentId: string | null; name: string }[],
): string {
  const category = categories.find((one) => one.id === id);
  if (!category) return "";
  const parent = category.parentId ? categoryPath(category.parentId, categories) : "";
  return parent ? `${parent} / ${category.name}` : category.name;
}
