import type { Answer } from "#core/contract/kit/operation";
import type * as orderApi from "#core/contract/order";

export type Order = Answer<typeof orderApi.read>;
export type Line = Order["lines"][number];
export type Payment = Order["payments"][number];
export type Parcel = Order["parcels"][number];
export type LocationId = Parcel["locationId"];
/** An order in a list. */
export type OrderRow = Answer<typeof orderApi.list>["items"][number];
