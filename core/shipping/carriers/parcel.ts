/** Requests to carriers and their answers. Weights are in grams, lengths in millimetres, money in our minor units. */
import type { Address } from "#core/contract/kit/fields";

/** In our minor units, as in ISO 4217. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** A sender or a recipient. */
export interface Party {
  readonly name: string;
  readonly company?: string | undefined;
  /** In E.164. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly address: Address;
}

export interface Item {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Per unit, in the currency of the parcel's value; for customs, goods that were free have their usual price. */
  readonly priceMinor: number;
  /** Per unit. */
  readonly weightGrams: number;
  readonly hsCode?: string | undefined;
  /** The country of manufacture, as in ISO 3166-1. */
  readonly originCountry?: string | undefined;
}

export interface ParcelRequest {
  readonly from: Party;
  readonly to: Party;
  /** The carrier's name for the place it collects from. */
  readonly pickupPlace?: string | undefined;
  /** Including the box. */
  readonly weightGrams: number;
  readonly box?: Box | undefined;
  readonly items: readonly Item[];
  /** Of the goods. */
  readonly value: Amount;
  /** The amount to collect on delivery. */
  readonly collect?: Amount | undefined;
  /** When it was requested. The request depends on this rather than the clock, so that a repetition is identical. */
  readonly at: Date;
  /** That day in the store's time zone, "2026-11-20", because carriers refuse a day in the past. */
  readonly day?: string | undefined;
}

export interface Box {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface Rate {
  /** The service's code for bookings: stable, so that a store can prefer one. */
  readonly service: string;
  /** For display, with the courier's name. */
  readonly name: string;
  /** Null if the store pays by its own contract, whose prices the carrier does not return, or if it cannot be read. */
  readonly cost: Amount | null;
  /** Null if not known. */
  readonly days: number | null;
}

export interface BookingRequest extends ParcelRequest {
  /** Our parcel's id, which is the reference. */
  readonly id: string;
  readonly orderNumber: string;
  /** Null for the cheapest service, or the carrier's only one. */
  readonly service: string | null;
  /** From the store's own series. */
  readonly trackingNumber?: string | undefined;
}

export interface Booked {
  /** The carrier's id for it, needed to void it. */
  readonly bookingId: string;
  /** The booking's id for a service without tracking, such as a letter. */
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  /** The actual courier, if it is another company. */
  readonly courier: string | null;
  /** Null if the answer does not contain it. */
  readonly cost: Amount | null;
  /** Null if it has to be requested. */
  readonly label: Label | null;
  /**
   * What customs want to see on a parcel that goes abroad, such as a commercial invoice, if the carrier made that as
   * well; "at the carrier" if it has to be requested.
   */
  readonly customsDocuments?: Label | "at the carrier" | null;
}

export type LabelFormat = "pdf" | "png" | "zpl";

/** Its bytes, or a temporary URL. */
export type Label = { readonly format: LabelFormat } & ({ readonly bytes: Buffer } | { readonly url: string });

/** An existing booking. */
export interface BookingRef {
  /** Our parcel's id. */
  readonly id: string;
  readonly bookingId: string;
  readonly trackingNumber: string;
  /** The country it left from, as in ISO 3166-1. */
  readonly country: string;
  /** As returned by the booking. */
  readonly courier?: string | null | undefined;
}

export interface Voided {
  /** Pending: the carrier has accepted the request and decides later. */
  readonly state: "voided" | "pending";
}

export interface PickupRequest {
  readonly bookings: readonly BookingRef[];
  readonly from: Party;
  readonly pickupPlace?: string | undefined;
  /** When the parcels are ready. */
  readonly at: Date;
}

export interface PickupOrdered {
  /** The carrier's number for it. */
  readonly pickupId: string | null;
  /** In the carrier's own words. */
  readonly says: string;
}
