/** The available units of an item, shown while its line is being typed, before the store would refuse it. */
import * as stockApi from "#core/contract/stock";
import { idsMax } from "../../api/fetch-by-ids.ts";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import type { Variant } from "../../ui/forms/variant-picker.tsx";
import type { Line } from "../types.ts";

interface Item {
  readonly variantId: Line["variantId"];
  readonly tracked: boolean;
}

/** "3 available", "3 more available"; null until it is known. Negative when oversold: shown as 0. */
export function availableText(tracked: boolean, available: number | undefined, more = ""): string | null {
  if (!tracked) return "stock not tracked";
  return available === undefined ? null : `${Math.max(0, available)} ${more}available`;
}

function useStockOf(variantIds: readonly Line["variantId"][], enabled: boolean) {
  const { can } = useSession();
  const input = { variantIds: [...variantIds], limit: idsMax };
  return useApiQuery(stockApi.list, input, { enabled: enabled && can(stockApi.list) && variantIds.length > 0 });
}

/**
 * The texts of an order's lines, asked for together: an order may have two hundred. Null also for users who may not see
 * stock.
 */
export function useAvailableTexts(items: readonly Item[], { more = "", enabled = true } = {}) {
  const variantIds = [...new Set(items.flatMap(({ variantId, tracked }) => (tracked ? [variantId] : [])))];
  const first = useStockOf(variantIds.slice(0, idsMax), enabled);
  const others = useStockOf(variantIds.slice(idsMax), enabled);
  const stock = [first, others].flatMap(({ data }) => data?.items ?? []);
  const available = new Map(stock.map((item) => [item.variantId, item.available]));
  return ({ variantId, tracked }: Item) => availableText(tracked, available.get(variantId), more);
}

/** The same of lines that are not in an order yet. */
export function useAvailableTextsOf(variants: readonly Variant[]) {
  const textOf = useAvailableTexts(variants.map(itemOf));
  return (variant: Variant) => textOf(itemOf(variant));
}

const itemOf = ({ id, trackStock }: Variant): Item => ({ variantId: id, tracked: trackStock });
