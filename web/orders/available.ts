/** The available units of an item, shown while its line is being typed, before the store would refuse it. */
import * as stockApi from "#core/contract/stock";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Line } from "./types.ts";

interface Item {
  readonly variantId: Line["variantId"];
  readonly tracked: boolean;
  /** Says "more available": on top of the units that the order has already. */
  readonly more?: boolean;
  /** False while it is not visible. */
  readonly enabled?: boolean;
}

/** "3 available", "3 more available"; null until it is known, and for users who may not see stock. */
export function useAvailableText({ variantId, tracked, more = false, enabled = true }: Item): string | null {
  const { can } = useSession();
  const stock = useApiQuery(stockApi.read, { id: variantId }, { enabled: enabled && can(stockApi.read) && tracked });
  if (!tracked) return "stock not tracked";
  // Negative when oversold: shown as 0.
  return stock.data ? `${Math.max(0, stock.data.available)} ${more ? "more " : ""}available` : null;
}
