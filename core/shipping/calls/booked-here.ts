import type { KeptLabel } from "#core/shipping/booking/keep-label";
import type { Booked } from "#core/shipping/carriers/parcel";

/** Where a label or customs documents are. */
export interface ShippingDocument {
  /** Our own copy, if the answer contained it. */
  readonly kept: KeptLabel | null;
  /** The URL at the carrier from which to fetch it. */
  readonly lies: { readonly format: KeptLabel["format"]; readonly url: string } | null;
}

/** A completed booking, and where its label is. */
export interface BookedHere extends Omit<Booked, "label" | "customsDocuments">, ShippingDocument {
  readonly customsDocuments?: ShippingDocument;
  /** The country it leaves from, as in ISO 3166-1. */
  readonly country: string;
}
