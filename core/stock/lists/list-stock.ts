import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import { listLevels } from "./variant-stock.ts";

export async function listStock(by: Actor, input: InputOf<typeof stock.list>): Promise<OutputOf<typeof stock.list>> {
  return await listLevels(by, input);
}
