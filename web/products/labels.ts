/** The words on screen for the states of a product. */
import * as productApi from "#core/contract/product";
import type { ProductStatus } from "./types.ts";

export const statusBadges: Readonly<Record<ProductStatus, readonly [label: string, color: string]>> = {
  draft: ["Draft", "gray"],
  active: ["On sale", "green"],
  archived: ["Archived", "orange"],
};

export const statusOptions = productApi.statuses.map((value) => ({ value, label: statusBadges[value][0] }));
