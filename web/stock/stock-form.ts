import type { Changed, LocationId, VariantStock } from "./labels.ts";

/** What the forms of a shelf are given. */
export interface ShelfForm {
  readonly of: VariantStock;
  readonly at: { readonly id: LocationId; readonly name: string };
  readonly shelf: {
    readonly onHand: number;
    readonly reserved: number;
    readonly committed: number;
    readonly available: number;
  };
  readonly onDone: (changed: Changed) => void;
}
