/** An article in India Post's format: grams and centimetres, texts of 3 to 80 characters. */

import { firstOf } from "#core/provider/clean";
import { centimetres } from "../measures.ts";
import type { BookingRequest, Party } from "../parcel.ts";
import { streetLines } from "../street-lines.ts";
import { indianPhone, pincode } from "../words.ts";
import type { IndiaPostSettings } from "./api.ts";

export function articleOf(given: IndiaPostSettings, asked: BookingRequest, number: string) {
  const { customerId, contractId, articleType, handover, officeId } = given;
  const { from, to, weightGrams, box, at } = asked;
  return {
    bulk_customer_id: customerId,
    contract_id: contractId,
    barcode_no: number,
    article_type: articleType,
    physical_weight: weightGrams,
    shape_of_article: "NROL",
    length: centimetres(box?.lengthMm ?? 0),
    breadth_diameter: centimetres(box?.widthMm ?? 0),
    height: centimetres(box?.heightMm ?? 0),
    pickup_or_dropoff: handover,
    ...(officeId && { pickup_dropoff_office_id: officeId }),
    ...(handover === "PICKUP" ? pickupOf(from, at) : { drop_off_pincode: pincodeOf(from) }),
    ...partyOf("sender", from),
    ...partyOf("receiver", to),
  };
}

const lineMax = 80;
const linesMax = 3;

/** Whether both addresses fit into the lines that are printed. */
export const fits = ({ from, to }: BookingRequest): boolean =>
  [from, to].every(({ address }) => streetLines(lineMax, address).length <= linesMax && address.city.length <= lineMax);

const lineOf = (line: string | undefined): string => firstOf(lineMax, line ?? "").padEnd(3, ".");

/** The lines of the street as fields, numbered from 1. */
const streetOf = (field: string, { address }: Party) =>
  Object.fromEntries(streetLines(lineMax, address).map((line, nth) => [`${field}${nth + 1}`, lineOf(line)]));

/** A company is required for everyone. */
const companyOf = ({ name, company }: Party): string => lineOf(company ?? name);
const pincodeOf = ({ address }: Party): string => String(pincode(address.postalCode));
const mobileOf = ({ phone }: Party): string => indianPhone(phone) ?? "";

const partyOf = (role: "sender" | "receiver", party: Party) =>
  Object.fromEntries(
    Object.entries({
      name: lineOf(party.name),
      company: companyOf(party),
      ...streetOf("add_line_", party),
      city: lineOf(party.address.city),
      state: lineOf(party.address.region),
      pincode: pincodeOf(party),
      mobile_no: mobileOf(party),
      emailid: party.email,
    }).flatMap(([field, value]) => (value === undefined ? [] : [[`${role}_${field}`, value]])),
  );

const pickupOf = (from: Party, at: Date) => ({
  pickup_address_flag: "TRUE",
  pickup_addressee_name: lineOf(from.name),
  pickup_company_name: companyOf(from),
  ...streetOf("pickup_address_line", from),
  pickup_city: lineOf(from.address.city),
  pickup_state: lineOf(from.address.region),
  pickup_pincode: pincodeOf(from),
  pickup_mobile_no: mobileOf(from),
  // One of two; the other begins at 13:00.
  pickup_schedule_slot: "10:00-13:00",
  pickup_schedule_date: `${nextWorkingDay(at)} 10:00:00 AM`,
});

const dayMs = 24 * 3_600_000;
const indiaAheadMs = 5.5 * 3_600_000;

/** The day after this one in India, and Monday instead of Sunday: "11/21/2026". */
function nextWorkingDay(at: Date): string {
  const next = new Date(at.getTime() + indiaAheadMs + dayMs);
  const day = next.getUTCDay() === 0 ? new Date(next.getTime() + dayMs) : next;
  const [year, month, date] = day.toISOString().slice(0, 10).split("-");
  return `${month}/${date}/${year}`;
}
