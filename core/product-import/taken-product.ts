/** A product read from a file in any layout. Fields without a column are undefined. */
import * as z from "zod";
import * as product from "#core/contract/product";

export const optionsMax = 5;

/** Products and variants are validated like a request's body. */
const { title, description, status, tags, options, images } = product.edit.input.shape;
export const ProductFields = z.strictObject({ title, description, status, tags, options, images });
export const VariantFields = z.strictObject(product.editedVariant).omit({ taxRateId: true });

export type ProductFields = z.output<typeof ProductFields>;
export type VariantFields = z.output<typeof VariantFields>;

export interface TakenVariant {
  readonly row: number;
  readonly fields: VariantFields;
  /** The SKU if the file has none and the variant is new; an existing one keeps its own. */
  readonly newSku?: string | undefined;
  /** A tax rate's name; null for the store's default. */
  readonly taxRate?: string | null | undefined;
  readonly archived?: boolean | undefined;
}

/** Options that the file has no columns for. */
export interface UnsaidOptions {
  /** How many it has columns for. */
  readonly from: number;
  /** Those of the next one that are missing; none if its layout has none. */
  readonly columns: readonly string[];
}

export interface TakenProduct {
  readonly slug: string;
  readonly fields: ProductFields;
  /** Undefined if the file has columns for all options. */
  readonly unsaid: UnsaidOptions | undefined;
  /** Whether the file has the pictures' texts; otherwise known pictures keep theirs. */
  readonly hasImageTexts: boolean;
  /** A category's slug, or its name if `makesCategory`. */
  readonly category?: string | null | undefined;
  readonly makesCategory: boolean;
  /** A vendor's name. */
  readonly vendor?: string | null | undefined;
  /** Whether an unknown vendor is ignored instead of being a problem. */
  readonly vendorMayBeUnknown: boolean;
  /** The product's version when it was exported; null if the file does not contain it. */
  readonly version: number | null;
  /** Whether the file is another store's, which does not show later changes here. */
  readonly isForeign: boolean;
  readonly variants: readonly TakenVariant[];
}
