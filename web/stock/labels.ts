/** The words on screen for kinds of stock movements, and sums of stock levels. */

import * as stockApi from "#core/contract/stock";
import { setApart } from "#core/contract/values/set-apart";
import type { Transfer, VariantStock } from "./types.ts";

type BadgeLook = readonly [label: string, color: string];

export const movementBadges: Readonly<Record<stockApi.MovementKind, BadgeLook>> = {
  opening: ["Opening stock", "teal"],
  receive: ["Received", "teal"],
  adjust: ["Adjusted", "orange"],
  count: ["Counted", "violet"],
  import: ["Imported", "teal"],
  transfer: ["Transferred", "blue"],
  reserve: ["Reserved", "yellow"],
  commit: ["Committed", "yellow"],
  release: ["Released", "gray"],
  ship: ["Shipped", "indigo"],
  restock: ["Restocked", "teal"],
};

export const movementOptions = stockApi.movementKinds.map((value) => ({ value, label: movementBadges[value][0] }));

/** Names in Arabic on both sides would turn the order round, but not the arrow. */
export const routeText = ({ fromLocationName, toLocationName }: Transfer): string =>
  `${setApart(fromLocationName)} → ${setApart(toLocationName)}`;

interface Allocated {
  readonly reserved: number;
  readonly committed: number;
}

/** Units allocated to orders: reserved for unpaid ones, committed to those that will ship. */
export const allocatedUnits = ({ reserved, committed }: Allocated): number => reserved + committed;

export const isLow = ({ trackStock, available, lowStockThreshold }: VariantStock): boolean =>
  trackStock && available <= lowStockThreshold;
