/**
 * What a carrier is. Each is one value in a file of its own, and pure: settings and HTTP come in, an outcome goes out; no
 * database, no clock, no environment. Weights are grams, lengths millimetres, money our minor units.
 */
import type * as z from "zod";
import type { Address } from "#core/contract/fields";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Found, Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import type { Needs } from "./needs.ts";

export interface Carrier<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings buy real labels. */
  mode(settings: Given): Mode;
  /** One harmless call that shows whether the settings work. Without it the carrier asks nobody. */
  check?(http: Http, settings: Given): Promise<Outcome<Checked>>;
  readonly needs: Needs;
  /** What labels may come as. Empty where none are booked. */
  readonly labelFormats: readonly LabelFormat[];
  /** Its services for a parcel. Buys nothing. */
  rates?(http: Http, settings: Given, asked: ParcelAsked): Promise<Outcome<readonly Rate[]>>;
  /**
   * Buys a label. Without `find` there is no way to learn what became of a booking whose answer was lost: it stays unknown
   * until a person has looked.
   */
  readonly book?: Call<Given, BookAsked, Booked>;
  /** The label of a booking that came without one, or whose address has expired. `later` while it is being made. */
  askLabel?(http: Http, settings: Given, asked: BookingRef): Promise<Outcome<Label>>;
  readonly void?: Call<Given, BookingRef, Voided>;
  /** Why a label cannot be voided through it, for people. */
  readonly cannotVoid?: string;
  /** Sends somebody to collect. Absent where carriers come by themselves, or with the booking. */
  readonly pickup?: Call<Given, PickupAsked, PickupOrdered>;
  /** Where a parcel is. `absent` where the carrier does not know the number, which may be so for a while after booking. */
  track?(http: Http, settings: Given, asked: TrackAsked): Promise<Found<Tracked>>;
  /** Where a customer can follow it; null where there is no such address. */
  trackingUrl(trackingNumber: string): string | null;
  /** The carrier's words, in small letters, and ours. A word that is not here is kept as it is and changes nothing. */
  readonly statuses: Statuses;
  readonly receives?: Receives<Given, Told>;
  /** What stands for the code in the webhook's address, where the carrier refuses an address with its own name. */
  readonly webhookAlias?: string;
  /**
   * The nth number of the store's own series, counted from 0, for carriers that want theirs numbered by the sender; null when
   * the series is used up. Whoever books counts, and keeps the number of a parcel for as long as it is asked for.
   */
  numberOf?(settings: Given, nth: number): string | null;
}

export type Mode = "live" | "test";
export interface Checked {
  readonly mode: Mode;
}

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

export interface TrackAsked extends BookingRef {
  /** When it is asked: the time of what the carrier gives no time for. */
  readonly at: Date;
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
}

/** What carriers refuse, in our words; their own stand beside it. */
export type CarrierNo =
  | "credentials"
  | "settings"
  /** Not this address, at either end. */
  | "address"
  /** No such service, or not on this way. */
  | "noService"
  | "weight"
  | "customs"
  | "cashOnDelivery"
  /** The pick-up place is not known there. */
  | "pickupPlace"
  | "balance"
  | "unknownParcel"
  /** It has been picked up, or too long ago. */
  | "tooLate"
  | "refused";

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
