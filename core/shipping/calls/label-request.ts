import type { BookingRef, LabelFormat } from "#core/shipping/carriers/parcel";

export interface LabelRequest {
  readonly ref: BookingRef;
  /** Temporary; null if the carrier has to be asked. */
  readonly lies: { readonly format: LabelFormat; readonly url: string } | null;
}
