/** Tracking of parcels: answers and webhooks. */
import type { BookingRef } from "./parcel.ts";

export interface TrackingRequest extends BookingRef {
  /** When it is asked: the time of events that the carrier gives no time for. */
  readonly at: Date;
  /** When it left: an earlier parcel may have had the same number. */
  readonly shippedAt?: Date | null | undefined;
  /** Its label is being cancelled, and the carrier has not decided yet. */
  readonly voiding?: boolean | undefined;
}

/** Our statuses. `voided`: the carrier confirms that the label is cancelled. */
export type TrackStatus =
  | "booked"
  | "inTransit"
  | "outForDelivery"
  | "delivered"
  | "exception"
  | "returning"
  | "returned"
  | "voided";

export type Statuses = Readonly<Record<string, TrackStatus>>;

export interface TrackEvent {
  /** By the carrier's own clock. */
  readonly at: Date;
  readonly place: string | null;
  /** The carrier's own words. */
  readonly words: string;
  /** Null for words without a mapping. */
  readonly status: TrackStatus | null;
  /** A state that is no scan: its time is when the carrier's record last changed, for whatever reason. */
  readonly isState?: true;
}

export interface Tracked {
  /** Oldest first. The newest with one of our statuses determines the parcel's status. */
  readonly events: readonly TrackEvent[];
  readonly trackingUrl?: string | undefined;
  /** Why the carrier did not cancel the label, if it was asked to. */
  readonly voidRefused?: string | undefined;
}

/** The parcel that a webhook is about, as far as it identifies one. */
export interface ParcelReference {
  /** Our parcel's id as returned by the carrier, not verified yet. */
  readonly id?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly trackingNumber?: string | undefined;
}

/** The content of a webhook: may be repeated, late or out of order. */
export type Happened =
  | { readonly is: "tracked"; readonly parcel: ParcelReference; readonly events: readonly TrackEvent[] }
  /** A pending void is settled. */
  | { readonly is: "voided"; readonly parcel: ParcelReference }
  | { readonly is: "voidRefused"; readonly parcel: ParcelReference; readonly says: string }
  | { readonly is: "ignored"; readonly kind: string };

export interface CarrierEvent {
  readonly eventId: string;
  /** By the carrier's clock. */
  readonly at: Date;
  readonly happened: Happened;
}
