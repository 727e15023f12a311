import * as variantApi from "#core/contract/variant";
import { callApi } from "../api/api-client.ts";

/** The item with a whole SKU or barcode; null if none or several have it. */
export async function findVariant(code: string) {
  const { items } = await callApi(variantApi.list, { code, archived: true, limit: 20 });
  // An archived item may still be in stock, but a code that was since given to another item belongs to that one.
  const live = items.filter(({ archivedAt }) => archivedAt === null);
  const [item, another] = live.length > 0 ? live : items;
  return item && !another ? item : null;
}
