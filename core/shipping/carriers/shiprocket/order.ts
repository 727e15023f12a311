/** A parcel as Shiprocket's order: kilograms, centimetres, rupees, numbers where others have text. */

import { firstOf } from "#core/provider/clean";
import { centimetres, digitsOf, kilograms, major } from "../measures.ts";
import type { BookAsked, Party } from "../parcel.ts";
import { indianPhone, pincode } from "../words.ts";

/** Shiprocket takes nothing that is not thicker than half a centimetre. */
const sideCmMin = 0.6;

export function orderOf(asked: BookAsked) {
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
      ...(hsCode && { hsn: Number(digitsOf(hsCode)) }),
    })),
    payment_method: collect ? "COD" : "Prepaid",
    // It is what the courier collects, and Shiprocket does not add it up itself.
    sub_total: major(collect ?? value),
    length: side(box?.lengthMm),
    breadth: side(box?.widthMm),
    height: side(box?.heightMm),
    weight: kilograms(weightGrams),
  };
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
  // It wants one; a customer who gave none is told by the store.
  billing_email: email ?? from.email ?? "",
  billing_phone: Number(indianPhone(phone)),
});

/** "2026-11-20 15:30", in India's time. */
const inIndia = (at: Date): string =>
  new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
