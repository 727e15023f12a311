import type { KeptLabel } from "#core/shipping/booking/keep-label";
import type { Booked } from "#core/shipping/carriers/parcel";

/** Where a label or another paper is. */
export interface Paper {
  /** Our own copy, if the answer contained the paper itself. */
  readonly kept: KeptLabel | null;
  /** The URL at the carrier from which to fetch it. */
  readonly lies: { readonly format: KeptLabel["format"]; readonly url: string } | null;
}

/** A completed booking, and where its label is. */
export interface BookedHere extends Omit<Booked, "label" | "customsPapers">, Paper {
  readonly customsPapers?: Paper;
  /** The country it leaves from, as in ISO 3166-1. */
  readonly country: string;
}
