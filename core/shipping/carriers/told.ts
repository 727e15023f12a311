/** Where parcels are: asked for, and told by carriers themselves. */
import type { BookingRef } from "./parcel.ts";

export interface TrackAsked extends BookingRef {
  /** When it is asked: the time of what the carrier gives no time for. */
  readonly at: Date;
  /** When it left: whatever has the same number and ended before is an earlier parcel. */
  readonly shippedAt?: Date | null | undefined;
  /** Its label is being cancelled, and the carrier has not said yet what becomes of that. */
  readonly voiding?: boolean | undefined;
}

/** Ours. `voided` is the carrier's word that the label is cancelled. */
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
  /** The carrier's own. */
  readonly words: string;
  /** Null for words that nobody has mapped. */
  readonly status: TrackStatus | null;
}

export interface Tracked {
  /** The oldest first. The newest that has a status of ours says how it stands. */
  readonly events: readonly TrackEvent[];
  readonly trackingUrl?: string | undefined;
  /** The carrier's words for not cancelling a label, where it was asked to. */
  readonly voidRefused?: string | undefined;
}

/** Which parcel a message is about: as much as it says. */
export interface ParcelTold {
  /** Our parcel's id as it came back; nobody has looked yet whether there is such a parcel. */
  readonly id?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly trackingNumber?: string | undefined;
}

/** What a carrier tells: possibly twice, late and out of order. */
export type Happened =
  | { readonly is: "tracked"; readonly parcel: ParcelTold; readonly events: readonly TrackEvent[] }
  /** A void that was pending is settled. */
  | { readonly is: "voided"; readonly parcel: ParcelTold }
  | { readonly is: "voidRefused"; readonly parcel: ParcelTold; readonly says: string }
  | { readonly is: "ignored"; readonly kind: string };

export interface Told {
  readonly eventId: string;
  /** The carrier's own time of it. */
  readonly at: Date;
  readonly happened: Happened;
}
