import type { Booked } from "#core/shipping/carriers/parcel";
import type { KeptLabel } from "#core/shipping/keep-label";

/** A booking that was made, and where its label is by now. */
export interface BookedHere extends Omit<Booked, "label"> {
  /** Our own copy, where the answer held the label itself. */
  readonly kept: KeptLabel | null;
  /** Where it lies at the carrier's, to be fetched. */
  readonly lies: { readonly format: KeptLabel["format"]; readonly url: string } | null;
  /** Where it leaves from, by ISO 3166-1. */
  readonly country: string;
}
