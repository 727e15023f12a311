/** The messages for parcels that cannot be shipped as they are. */
import type { RefusalCode } from "#core/contract/kit/refusals";
import type { ApiError } from "./api-client.ts";

type Detail = ApiError["detail"];

/** Where to fix it: in the customer's address or in the location's. */
const fixAt = ({ of }: Detail): string =>
  of === "from" ? "Complete the location in Stock › Locations." : "Edit the order’s contact or address.";

/** In the carrier's own words, if there are any. */
const saidBy =
  (otherwise: string) =>
  ({ says }: Detail): string =>
    typeof says === "string" && says !== "" ? `It says: ${says.replace(/[.\s]*$/, "")}.` : otherwise;

interface Line {
  readonly title?: string;
  readonly sku?: string;
  readonly lacks?: string;
}

/** Each item once, or only those that lack one of these. */
function namesOf({ lines }: Detail, ...lacks: readonly string[]): string {
  const all: readonly Line[] = Array.isArray(lines) ? lines : [];
  const those = all.filter((line) => lacks.length === 0 || lacks.includes(line.lacks ?? ""));
  return [...new Set(those.map(({ title, sku }) => title ?? sku))].join(", ");
}

export const shippingErrorMessages = {
  "parcel.underWay": [
    "A carrier has not yet answered about a parcel in this order",
    "Its answer will appear with the parcel on the order’s page.",
  ],
  "parcel.refused": [
    "The carrier rejected the request",
    saidBy("Nothing was booked. Choose another service or carrier."),
  ],
  "parcel.notVoided": [
    "The carrier did not cancel the label",
    saidBy("You can undo the shipment without cancelling the label."),
  ],
  "parcel.booked": [
    "A carrier has booked this parcel",
    "To change how it is sent, undo the shipment and ship it again.",
  ],
  "parcel.noCustomsDocuments": [
    "There are no customs documents here",
    "If this parcel needs a commercial invoice, download it on the carrier’s website.",
  ],
  "parcel.noLabel": ["There is no label yet", "Choose “Get label and tracking” in the parcel’s menu."],
  "parcel.notReturned": ["The parcel has not come back", "The carrier has not reported it back at the sender."],
  "parcel.notTracked": [
    "This parcel cannot be tracked",
    "It was recorded manually, or its carrier offers no tracking.",
  ],
  "parcel.noNumber": ["The tracking number is missing", "Enter the tracking number on the label."],
  "parcel.noWeight": [
    "The weight is missing",
    (detail: Detail) => {
      const names = namesOf(detail);
      return `Enter the parcel’s weight${names && `, or add a weight to ${names}`}.`;
    },
  ],
  "parcel.noLocationAddress": [
    "The location has no address",
    "Add it in Stock › Locations, so that carriers know where to collect.",
  ],
  "parcel.noPhone": ["The carrier needs a phone number, in India a mobile number", fixAt],
  "parcel.noEmail": ["The carrier needs the customer’s email address", fixAt],
  "parcel.noRegion": ["The carrier needs a state or province that exists in the country", fixAt],
  "parcel.postalCode": ["The carrier needs a postal code that matches the country", fixAt],
  "parcel.country": ["The carrier does not serve this route", "Choose another carrier, or ship the parcel manually."],
  "parcel.tooHeavy": ["The parcel is too heavy for the carrier", "Pack fewer items, or choose another carrier."],
  "parcel.noBox": ["The carrier needs the size of the box", "Choose a box. You can add boxes in Settings › Shipping."],
  "parcel.noPickupPlace": [
    "The carrier does not know this location",
    "Enter the carrier’s name for it in Stock › Locations.",
  ],
  "parcel.numbersUsedUp": [
    "There are no tracking numbers left",
    "Get a new series from the carrier, and enter it in Settings › Shipping.",
  ],
  "parcel.customs": [
    "Customs needs more information about the items",
    (detail: Detail) => {
      const undeclared = namesOf(detail, "hsCode", "originCountry");
      const free = namesOf(detail, "price");
      const advice = [
        undeclared && `Add HS code and country of origin to ${undeclared}.`,
        free &&
          `Customs needs a value above zero: give ${free} a price or a compare-at price in Products, or ship the parcel manually.`,
      ];
      return advice.filter(Boolean).join(" ") || "Add HS code and country of origin to the items.";
    },
  ],
  "parcel.exportFiling": [
    "Goods of one customs code worth more than 2,500 USD need an export filing to leave the US",
    "Book the parcel on the carrier’s website, and ship it here with its tracking number.",
  ],
  "parcel.noCashOnDelivery": [
    "The carrier does not offer cash on delivery",
    "Choose another carrier, or have the order paid first.",
  ],
  "box.nameTaken": ["Another box has this name", "Choose another name."],
  "box.default": ["The default box cannot be removed or unset", "Make another box the default first."],
  "box.tooMany": ["A store can have at most 200 boxes", "Remove one that is no longer used."],
} satisfies Partial<Record<RefusalCode, readonly [string, string | ((detail: Detail) => string)]>>;
