/** A parcel as Shiprocket's order: kilograms, centimetres, rupees, and some texts as numbers. */

import { firstOf } from "#core/provider/clean";
import { centimetres, digitsOf, kilograms, major } from "../measures.ts";
import type { BookingRequest, Party } from "../parcel.ts";
import { indianPhone, pincode } from "../words.ts";

/** Shiprocket requires more than half a centimetre. */
const sideCmMin = 0.6;

export function orderOf(asked: BookingRequest) {
  const { id, orderNumber, items, value, collect, box, weightGrams, to, from, at } = asked;
  const side = (mm: number | undefined) => Math.max(centimetres(mm ?? 0), sideCmMin);
  return {
    order_id: id,
    order_date: inIndia(at),
    pickup_location: asked.pickupPlace ?? "",
    comment: orderNumber,
    ...billingOf(to, from),
    shipping_is_billing: true,
    order_items: items.map(({ name, sku, quantity, priceMinor, hsCode }) => ({
      name,
      sku,
      units: quantity,
      selling_price: major({ amountMinor: priceMinor, currency: value.currency }),
      ...(hsCode && { hsn: hsnOf(hsCode) }),
    })),
    payment_method: collect ? "COD" : "Prepaid",
    // The amount the courier collects; Shiprocket does not calculate it.
    sub_total: major(collect ?? value),
    length: side(box?.lengthMm),
    breadth: side(box?.widthMm),
    height: side(box?.heightMm),
    weight: kilograms(weightGrams),
  };
}

/** A number. One with a zero first, as those of tea and spices, is sent as text, or it would be another code. */
function hsnOf(hsCode: string): number | string {
  const digits = digitsOf(hsCode);
  return digits.startsWith("0") ? digits : Number(digits);
}

const billingOf = ({ name, email, phone, address }: Party, from: Party) => ({
  billing_customer_name: name,
  billing_last_name: "",
  billing_address: address.line1,
  ...(address.line2 && { billing_address_2: address.line2 }),
  billing_city: firstOf(30, address.city),
  billing_pincode: pincode(address.postalCode),
  billing_state: address.region ?? "",
  billing_country: "India",
  // Required; if the customer gave none, the store's own.
  billing_email: email ?? from.email ?? "",
  billing_phone: Number(indianPhone(phone)),
});

/** "2026-11-20 15:30", in Indian time. */
const inIndia = (at: Date): string =>
  new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
