/**
 * The interface of a carrier. Each is one value in its own file, and pure: it takes settings and HTTP and returns an
 * outcome, without database, clock or environment. Weights are in grams, lengths in millimetres, money in our minor
 * units.
 */
import type * as z from "zod";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Found, Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import type { Needs } from "./needs.ts";
import type {
  Booked,
  BookingRef,
  BookingRequest,
  Label,
  LabelFormat,
  ParcelRequest,
  PickupOrdered,
  PickupRequest,
  Rate,
  Voided,
} from "./parcel.ts";
import type { CarrierEvent, Statuses, Tracked, TrackingRequest } from "./tracking-events.ts";

export interface Carrier<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings buy real labels. */
  mode(settings: Given): Mode;
  /** Tells its accounts apart: an id that stays when the password is changed, or else the key. */
  account(settings: Given): string;
  /** One harmless call that shows whether the settings work. Undefined if the carrier has no API. */
  check?(http: Http, settings: Given): Promise<Outcome<Checked>>;
  readonly needs: Needs;
  /** The formats of its labels. Empty if it books none. */
  readonly labelFormats: readonly LabelFormat[];
  /**
   * Its services for a parcel, with prices. Buys nothing. An empty list if it has no prices, and is booked without a
   * service; a parcel that it does not take is refused.
   */
  rates?(http: Http, settings: Given, asked: ParcelRequest): Promise<Outcome<readonly Rate[]>>;
  /** Buys a label. Without `find`, a booking whose answer was lost stays unknown until staff have checked it. */
  readonly book?: Call<Given, BookingRequest, Booked>;
  /** The label of a booking that came without one, or whose URL has expired. `later` while it is being made. */
  askLabel?(http: Http, settings: Given, asked: BookingRef): Promise<Outcome<Label>>;
  /** The customs documents that it made for a booking, from a carrier that gives them again. */
  askCustomsDocuments?(http: Http, settings: Given, asked: BookingRef): Promise<Outcome<Label>>;
  readonly void?: Call<Given, BookingRef, Voided>;
  /** Why its API cannot void labels, for staff. */
  readonly cannotVoid?: string;
  /** Orders a collection. Undefined if the carrier comes regularly, or with the booking. */
  readonly pickup?: Call<Given, PickupRequest, PickupOrdered>;
  /** Where a parcel is. `absent` if the carrier does not know the number, which can last for a while after booking. */
  track?(http: Http, settings: Given, asked: TrackingRequest): Promise<Found<Tracked>>;
  /** The public tracking page; null if there is none. */
  trackingUrl(trackingNumber: string): string | null;
  /** The carrier's statuses in lower case, mapped to ours. Others are recorded but change nothing. */
  readonly statuses: Statuses;
  readonly receives?: Receives<Given, CarrierEvent>;
  /** Replaces the code in the webhook's URL, for a carrier that refuses URLs containing its name. */
  readonly webhookAlias?: string;
  /**
   * The nth number in the store's own series, counted from 0, for carriers that require the sender's numbers; null if
   * the series is used up. The caller counts, and uses the same number for all attempts at a booking.
   */
  numberOf?(settings: Given, nth: number): string | null;
}

export type Mode = "live" | "test";
export interface Checked {
  readonly mode: Mode;
}

/** Why carriers refuse, in our codes; their own message is kept as well. */
export type CarrierNo =
  | "credentials"
  | "settings"
  /** Either address. */
  | "address"
  /** No such service, or not for this route. */
  | "noService"
  | "weight"
  | "customs"
  | "cashOnDelivery"
  /** The carrier does not know the pick-up place. */
  | "pickupPlace"
  | "balance"
  | "unknownParcel"
  /** It has been picked up, or the booking is too old. */
  | "tooLate"
  | "refused";
