import type { Answer } from "#core/contract/kit";
import type * as stockApi from "#core/contract/stock";
import type * as transferApi from "#core/contract/transfer";

/** The stock of one variant, over all locations, as lists show it. */
export type VariantStock = Answer<typeof stockApi.list>["items"][number];
/** The same with the orders that wait for it. */
export type VariantStockDetail = Answer<typeof stockApi.read>;
export type Movement = Answer<typeof stockApi.movements>["items"][number];
/** What a change of stock answers: the stock level afterwards, and the orders that lost or got units. */
export type StockChange = Answer<typeof stockApi.receive>;
export type Transfer = Answer<typeof transferApi.read>;
export type LocationId = Movement["locationId"];
export type VariantId = Movement["variantId"];

/** What staff do with the stock of a variant at a location. */
export type StockAction = "receive" | "count" | "adjust";
