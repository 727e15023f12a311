/**
 * What a carrier is. Each is one value in a file of its own, and pure: settings and HTTP come in, an outcome goes out; no
 * database, no clock, no environment. Weights are grams, lengths millimetres, money our minor units.
 */
import type * as z from "zod";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Found, Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import type { Needs } from "./needs.ts";
import type {
  BookAsked,
  Booked,
  BookingRef,
  Label,
  LabelFormat,
  ParcelAsked,
  PickupAsked,
  PickupOrdered,
  Rate,
  Voided,
} from "./parcel.ts";
import type { Statuses, Told, TrackAsked, Tracked } from "./told.ts";

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
