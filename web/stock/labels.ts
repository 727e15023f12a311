/** How stock and its moves are called on screen. */
import type { Answer } from "#core/contract/kit";
import * as stockApi from "#core/contract/stock";
import type * as transferApi from "#core/contract/transfer";

export type Level = Answer<typeof stockApi.list>["items"][number];
export type VariantStock = Answer<typeof stockApi.read>;
export type Movement = Answer<typeof stockApi.movements>["items"][number];
export type Changed = Answer<typeof stockApi.receive>;
export type Transfer = Answer<typeof transferApi.read>;
export type LocationId = Movement["locationId"];
export type VariantId = Movement["variantId"];

type Look = readonly [label: string, color: string];

export const kindLook: Readonly<Record<stockApi.MovementKind, Look>> = {
  opening: ["First stock", "teal"],
  receive: ["Received", "teal"],
  adjust: ["Corrected", "orange"],
  count: ["Counted", "violet"],
  import: ["Imported", "teal"],
  transfer: ["Transferred", "blue"],
  reserve: ["Promised, unpaid", "yellow"],
  commit: ["Promised, to ship", "yellow"],
  release: ["Freed", "gray"],
  ship: ["Shipped", "indigo"],
  restock: ["Came back", "teal"],
};

export const kindOptions = stockApi.movementKinds.map((value) => ({ value, label: kindLook[value][0] }));

interface Figures {
  readonly reserved: number;
  readonly committed: number;
}

/** To unpaid orders and to those that will be shipped. */
export const promisedOf = ({ reserved, committed }: Figures): number => reserved + committed;

export const isLow = ({ trackStock, available, lowStockThreshold }: Level): boolean =>
  trackStock && available <= lowStockThreshold;
