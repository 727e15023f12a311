/** A parcel in NimbusPost's format: grams for one generation of accounts, kilograms for the other. */

import { centimetres, kilograms, major } from "../measures.ts";
import type { BookingRequest } from "../parcel.ts";
import { indianPhone, pincode } from "../words.ts";

/** For older accounts: the pick-up place is given by its name, with its address as well. */
export function shipmentOf(asked: BookingRequest) {
  const { id, from, to, items, value, collect, weightGrams, box, service } = asked;
  return {
    order_number: id,
    payment_type: collect ? "cod" : "prepaid",
    order_amount: major(collect ?? value),
    package_weight: weightGrams,
    package_length: centimetres(box?.lengthMm ?? 0),
    package_breadth: centimetres(box?.widthMm ?? 0),
    package_height: centimetres(box?.heightMm ?? 0),
    request_auto_pickup: "yes",
    consignee: {
      name: to.name,
      address: to.address.line1,
      ...(to.address.line2 && { address_2: to.address.line2 }),
      city: to.address.city,
      state: to.address.region ?? "",
      pincode: String(pincode(to.address.postalCode)),
      phone: indianPhone(to.phone) ?? "",
    },
    pickup: {
      warehouse_name: asked.pickupPlace ?? "",
      name: from.name,
      address: from.address.line1,
      ...(from.address.line2 && { address_2: from.address.line2 }),
      city: from.address.city,
      state: from.address.region ?? "",
      pincode: String(pincode(from.address.postalCode)),
      phone: indianPhone(from.phone) ?? "",
    },
    order_items: items.map(({ name, sku, quantity, priceMinor }) => ({
      name,
      qty: String(quantity),
      price: String(major({ amountMinor: priceMinor, currency: value.currency })),
      sku,
    })),
    ...(service !== null && { courier_id: service }),
  };
}

/** For newer accounts: the pick-up place is a warehouse id. */
export function draftOf({ id, to, items, value, collect, weightGrams, box, pickupPlace }: BookingRequest) {
  return {
    order_number: id,
    order_type: "b2c",
    payment_mode: collect ? "cod" : "prepaid",
    order_collectable_amount: collect ? major(collect) : 0,
    warehouse_id: pickupPlace ?? "",
    shipping_address: {
      name: to.name,
      ...(to.email && { email: to.email }),
      address: [to.address.line1, to.address.line2].filter((part) => part).join(", "),
      pincode: pincode(to.address.postalCode),
      city: to.address.city,
      state: to.address.region ?? "",
      country: "India",
      phone: indianPhone(to.phone) ?? "",
    },
    items: items.map(({ name, sku, quantity, priceMinor }) => ({
      name,
      sku,
      quantity,
      price: major({ amountMinor: priceMinor, currency: value.currency }),
    })),
    package: {
      weight: kilograms(weightGrams),
      length: centimetres(box?.lengthMm ?? 0),
      width: centimetres(box?.widthMm ?? 0),
      height: centimetres(box?.heightMm ?? 0),
    },
  };
}
