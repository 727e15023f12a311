/** An address in Shippo's format. */
import type { Party } from "../parcel.ts";
import { regionCode } from "../region-code.ts";
import { streetLines } from "../street-lines.ts";

const lineMax = 35;

/** Its two lines take 35 characters each; what does not fit is sent as it is, and not cut here. */
function streetOf({ line1, line2 }: Party["address"]) {
  const lines = streetLines(lineMax, { line1, line2 });
  const [street1, street2] = lines.length > 2 ? [line1, line2] : lines;
  return { street1, ...(street2 && { street2 }) };
}

export const addressOf = ({ name, company, phone, email, address }: Party) => ({
  name,
  ...(company && { company }),
  ...streetOf(address),
  city: address.city,
  ...(address.region && { state: regionCode(address) ?? address.region }),
  zip: address.postalCode,
  country: address.country,
  ...(phone && { phone }),
  ...(email && { email }),
});
