import type { BookingRef, LabelFormat } from "#core/shipping/carriers/parcel";

export interface LabelAsked {
  readonly ref: BookingRef;
  /** For a while; null when the carrier must be asked. */
  readonly lies: { readonly format: LabelFormat; readonly url: string } | null;
}
