import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import type { OrderRow } from "../orders/types.ts";
import { isNumberOf } from "./count-scans.ts";

/** The order with this number; undefined if there is none. @throws ApiError */
export async function findOrder(code: string): Promise<OrderRow | undefined> {
  const { items } = await callApi(orderApi.list, { q: code, limit: 10 });
  return items.find(({ number }) => isNumberOf(number, code));
}
