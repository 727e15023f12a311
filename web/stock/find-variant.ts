import * as variantApi from "#core/contract/variant";
import { callApi } from "../api/api-client.ts";
import { itemOfCode } from "../api/item-of-code.ts";

/** The item with a whole SKU or barcode; null if none or several have it. */
export async function findVariant(code: string) {
  const { items } = await callApi(variantApi.list, { code, archived: true, limit: 20 });
  return itemOfCode(items) ?? null;
}
