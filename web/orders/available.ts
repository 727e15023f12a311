/** How many units of an item can still be promised, while its line is being typed: before the store refuses it. */
import * as stockApi from "#core/contract/stock";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Line } from "./types.ts";

interface Item {
  readonly variantId: Line["variantId"];
  readonly tracked: boolean;
  /** What "available" is on top of: the units that an order has already. */
  readonly more?: boolean;
  /** False while nobody sees it. */
  readonly enabled?: boolean;
}

/** "3 available", "3 more available"; null until it is known, and to those who may not see stock. */
export function useAvailableText({ variantId, tracked, more = false, enabled = true }: Item): string | null {
  const { can } = useSession();
  const stock = useApiQuery(stockApi.read, { id: variantId }, { enabled: enabled && can(stockApi.read) && tracked });
  if (!tracked) return "stock not tracked";
  // Sold beyond what there is: nothing is left to promise.
  return stock.data ? `${Math.max(0, stock.data.available)} ${more ? "more " : ""}available` : null;
}
