/** What carriers are asked for, and what they answer. Weights are grams, lengths millimetres, money our minor units. */
import type { Address } from "#core/contract/fields";

/** In our minor units, those of ISO 4217. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** One end of a parcel's way. */
export interface Party {
  readonly name: string;
  readonly company?: string | undefined;
  /** As E.164 has it. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly address: Address;
}

export interface Item {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Of one, in the currency of the parcel's value. */
  readonly priceMinor: number;
  /** Of one. */
  readonly weightGrams: number;
  readonly hsCode?: string | undefined;
  /** Where it was made, by ISO 3166-1. */
  readonly originCountry?: string | undefined;
}

export interface ParcelAsked {
  readonly from: Party;
  readonly to: Party;
  /** The name under which the carrier knows the place it collects from. */
  readonly pickupPlace?: string | undefined;
  /** With the box. */
  readonly weightGrams: number;
  readonly box?: Box | undefined;
  readonly items: readonly Item[];
  /** Of the goods. */
  readonly value: Amount;
  /** To be collected at the door. */
  readonly collect?: Amount | undefined;
  /** When it was asked for. What is sent depends on this and on no clock, so that a repetition is the same request. */
  readonly at: Date;
  /** The day that it then is by the store's calendar, "2026-11-20": to the carrier, one that is over has passed. */
  readonly day?: string | undefined;
}

export interface Box {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface Rate {
  /** What a booking names: the same from day to day, so that a store can prefer one. */
  readonly service: string;
  /** For people, with the courier's name. */
  readonly name: string;
  /** Null for what the store pays by a contract of its own, which the carrier does not know. */
  readonly cost: Amount | null;
  /** Null where it is not said. */
  readonly days: number | null;
}

export interface BookAsked extends ParcelAsked {
  /** Our parcel: its id is the reference. */
  readonly id: string;
  readonly orderNumber: string;
  /** Null for the cheapest, or the carrier's only one. */
  readonly service: string | null;
  /** Of the store's own series. */
  readonly trackingNumber?: string | undefined;
}

export interface Booked {
  /** The carrier's id of it, by which it is voided. */
  readonly bookingId: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  /** Who carries it, where that is somebody else. */
  readonly courier: string | null;
  /** Null where the answer does not say. */
  readonly cost: Amount | null;
  /** Null where it is to be asked for. */
  readonly label: Label | null;
}

export type LabelFormat = "pdf" | "png" | "zpl";

/** As it came, or where it lies for a while. */
export type Label = { readonly format: LabelFormat } & ({ readonly bytes: Buffer } | { readonly url: string });

/** A booking that was made. */
export interface BookingRef {
  /** Our parcel's id. */
  readonly id: string;
  readonly bookingId: string;
  readonly trackingNumber: string;
  /** Where it left from, by ISO 3166-1. */
  readonly country: string;
  /** As the booking named it. */
  readonly courier?: string | null | undefined;
}

export interface Voided {
  /** Pending: the carrier has taken it on and decides later. */
  readonly state: "voided" | "pending";
}

export interface PickupAsked {
  readonly bookings: readonly BookingRef[];
  readonly from: Party;
  readonly pickupPlace?: string | undefined;
  /** When it is ready to be collected. */
  readonly at: Date;
}

export interface PickupOrdered {
  /** The carrier's number for it. */
  readonly pickupId: string | null;
  /** In the carrier's own words. */
  readonly says: string;
}
