import type { Answer } from "#core/contract/kit/operation";
import type * as stockApi from "#core/contract/stock";
import type * as transferApi from "#core/contract/transfer";

/** The stock of one variant at all locations, as in lists. */
export type VariantStock = Answer<typeof stockApi.list>["items"][number];
/** The same, with the orders waiting for it. */
export type VariantStockDetail = Answer<typeof stockApi.read>;
export type Movement = Answer<typeof stockApi.movements>["items"][number];
/** The answer to a stock change: the new stock level, and the orders that lost or got units. */
export type StockChange = Answer<typeof stockApi.receive>;
export type Transfer = Answer<typeof transferApi.read>;
export type LocationId = Movement["locationId"];
export type VariantId = Movement["variantId"];

/** Staff actions on the stock of a variant at a location. */
export type StockAction = "receive" | "count" | "adjust";
