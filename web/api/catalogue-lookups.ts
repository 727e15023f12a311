/** The short lists of the catalogue. Separate, so that the order list does not load the contract of products. */
import * as categoryApi from "#core/contract/category";
import * as collectionApi from "#core/contract/collection";
import * as taxRateApi from "#core/contract/tax";
import { useFullList } from "./lookups.ts";

export const useCategories = () => useFullList(categoryApi.list, {});
export const useTaxRates = () => useFullList(taxRateApi.list, { archived: true });
export const useCollections = () => useFullList(collectionApi.list, {});

/** A category with its ancestors: "Clothing / Shirts". */
export function categoryPath(
  id: string | null,
  categories: readonly { id: string; parentId: string | null; name: string }[],
): string {
  const category = categories.find((one) => one.id === id);
  if (!category) return "";
  const parent = category.parentId ? categoryPath(category.parentId, categories) : "";
  return parent ? `${parent} / ${category.name}` : category.name;
}
