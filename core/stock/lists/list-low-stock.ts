import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import { listLevels } from "./variant-stock.ts";

export async function listLowStock(by: Actor, input: InputOf<typeof stock.low>): Promise<OutputOf<typeof stock.low>> {
  return await listLevels(by, { ...input, state: "low" });
}
