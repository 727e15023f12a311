/** A product as a file tells of it, whichever layout the file has. What a file has no column for is not said. */
import * as z from "zod";
import * as product from "#core/contract/product";

export const optionsMax = 5;

/** What is said of a product and of a variant has the form that a request's body has. */
const { title, description, status, tags, options, images } = product.edit.input.shape;
export const ProductSaid = z.strictObject({ title, description, status, tags, options, images });
export const VariantSaid = z.strictObject(product.editedVariant).omit({ taxRateId: true });

export type ProductSaid = z.output<typeof ProductSaid>;
export type VariantSaid = z.output<typeof VariantSaid>;

export interface TakenVariant {
  readonly row: number;
  readonly said: VariantSaid;
  /** A tax rate's name; null for the store's default. */
  readonly taxRate?: string | null | undefined;
  readonly archived?: boolean | undefined;
}

export interface TakenProduct {
  readonly slug: string;
  readonly said: ProductSaid;
  /** A category's slug, or where `makesCategory` its name. */
  readonly category?: string | null | undefined;
  readonly makesCategory: boolean;
  /** A vendor's name. */
  readonly vendor?: string | null | undefined;
  /** Whether a vendor that the store does not know is none, and not a mistake. */
  readonly vendorMayBeUnknown: boolean;
  /** The product's version when the file was written; null where it does not say. */
  readonly version: number | null;
  /** Whether the file is of another store: it knows nothing of what people have changed here since. */
  readonly isForeign: boolean;
  readonly variants: readonly TakenVariant[];
}
