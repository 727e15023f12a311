/** What carriers are asked for in tests. */
import type { BookingRef, BookingRequest, Party } from "#core/shipping/carriers/parcel";

export const parcelId = "par_01m7wwwwwwwwwwwwwwwwwwwwww";
export const at = new Date("2026-11-20T10:00:00Z");

export const bookingOf = (bookingId: string, trackingNumber: string, country: string): BookingRef => ({
  id: parcelId,
  bookingId,
  trackingNumber,
  country,
});

const people: Readonly<Record<string, readonly [from: Party, to: Party]>> = {
  IN: [
    {
      name: "Example Store",
      company: "Example Retail",
      phone: "+919812345678",
      email: "packing@example.com",
      address: { line1: "14 MG Road", city: "Bengaluru", region: "Karnataka", postalCode: "560001", country: "IN" },
    },
    {
      name: "Asha Rao",
      phone: "+919876543210",
      email: "asha@example.com",
      address: {
        line1: "7 Lake View",
        line2: "Near the temple",
        city: "Pune",
        region: "Maharashtra",
        postalCode: "411001",
        country: "IN",
      },
    },
  ],
  US: [
    {
      name: "Example Store",
      company: "Example Retail",
      phone: "+14155550100",
      email: "packing@example.com",
      address: {
        line1: "388 Townsend St",
        line2: "Apt 20",
        city: "San Francisco",
        region: "CA",
        postalCode: "94107",
        country: "US",
      },
    },
    {
      name: "Jane Doe",
      phone: "+13125550188",
      email: "jane@example.com",
      address: { line1: "233 S Wacker Dr", city: "Chicago", region: "IL", postalCode: "60606", country: "US" },
    },
  ],
  NL: [
    {
      name: "Example Store",
      company: "Example Retail",
      phone: "+31205550100",
      email: "packing@example.com",
      address: { line1: "Stadhuisplein 10", city: "Eindhoven", postalCode: "5611 EM", country: "NL" },
    },
    {
      name: "Jan Jansen",
      phone: "+31612345678",
      email: "jan@example.com",
      address: { line1: "Keizersgracht 12-A", city: "Amsterdam", postalCode: "1015 CS", country: "NL" },
    },
  ],
  AU: [
    {
      name: "Example Store",
      company: "Example Retail",
      phone: "+61255501234",
      email: "packing@example.com",
      address: { line1: "1 George St", city: "Sydney", region: "NSW", postalCode: "2000", country: "AU" },
    },
    {
      name: "Mia Chen",
      phone: "+61412345678",
      email: "mia@example.com",
      address: { line1: "105 Collins St", city: "Melbourne", region: "VIC", postalCode: "3000", country: "AU" },
    },
  ],
};

export const fromIn = (country: string): Party => people[country]![0];
export const toIn = (country: string): Party => people[country]![1];

const currencies: Readonly<Record<string, string>> = { IN: "INR", US: "USD", NL: "EUR", AU: "AUD" };

/** 1.25 kg, 300 × 200 × 100 mm, two of one thing and one of another. */
export const asksToShip = (
  country: string,
  service: string | null,
  more: Partial<BookingRequest> = {},
): BookingRequest => ({
  id: parcelId,
  orderNumber: "1001",
  service,
  from: fromIn(country),
  to: toIn(country),
  weightGrams: 1_250,
  box: { lengthMm: 300, widthMm: 200, heightMm: 100 },
  items: [
    {
      sku: "KURTA-M",
      name: "Kurta, medium",
      quantity: 2,
      priceMinor: 79_900,
      weightGrams: 300,
      hsCode: "620520",
      originCountry: "IN",
    },
    {
      sku: "MUG",
      name: "Mug",
      quantity: 1,
      priceMinor: 40_200,
      weightGrams: 450,
      hsCode: "691110",
      originCountry: "IN",
    },
  ],
  value: { amountMinor: 200_000, currency: currencies[country]! },
  at,
  ...more,
});
