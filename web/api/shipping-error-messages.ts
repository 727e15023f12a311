/** What is said when a parcel cannot go as it is. */
import type { RefusalCode } from "#core/contract/refusals";
import type { ApiError } from "./api-client.ts";

type Detail = ApiError["detail"];

/** The customer's side or the location's: where to mend it. */
const mendAt = ({ of }: Detail): string =>
  of === "from" ? "Complete the location in Stock › Locations." : "Correct the order’s contact or address.";

/** In the carrier's own words, where there are any. */
const saidBy =
  (otherwise: string) =>
  ({ says }: Detail): string =>
    typeof says === "string" && says !== "" ? `It says: ${says.replace(/[.\s]*$/, "")}.` : otherwise;

const namesOf = ({ lines }: Detail): string =>
  Array.isArray(lines) ? lines.map((line: { title?: string; sku?: string }) => line.title ?? line.sku).join(", ") : "";

export const shippingErrorMessages = {
  "parcel.underWay": [
    "A carrier is being asked about a parcel of this order",
    "Wait for its answer. It stands with the parcel, on the order’s page.",
  ],
  "parcel.refused": ["The carrier has refused", saidBy("Nothing was booked. Choose another service or carrier.")],
  "parcel.notVoided": [
    "The carrier has not cancelled the label",
    saidBy("You can take the parcel back without cancelling the label."),
  ],
  "parcel.booked": ["A carrier has booked this parcel", "Undo the shipment and ship it anew to change how it travels."],
  "parcel.noLabel": ["There is no label yet", "Ask the carrier again from the parcel’s menu."],
  "parcel.notTracked": [
    "Nobody can be asked where this parcel is",
    "It was recorded by hand, or its carrier does not say.",
  ],
  "parcel.noNumber": ["The tracking number is missing", "Type the number of the label that was made."],
  "parcel.noWeight": [
    "The weight is not known",
    (detail: Detail) => {
      const names = namesOf(detail);
      return `Type what the parcel weighs${names && `, or add a weight to ${names}`}.`;
    },
  ],
  "parcel.noLocationAddress": [
    "The location has no address",
    "Add it in Stock › Locations, so that a carrier finds it.",
  ],
  "parcel.noPhone": ["The carrier needs a phone number", mendAt],
  "parcel.noEmail": ["The carrier needs the customer’s e-mail address", mendAt],
  "parcel.noRegion": ["The carrier needs the state or province", mendAt],
  "parcel.postalCode": ["The postal code is not one of its country", mendAt],
  "parcel.country": ["The carrier does not go there", "Choose another carrier, or ship the parcel by hand."],
  "parcel.tooHeavy": ["The parcel is too heavy for the carrier", "Pack fewer items, or choose another carrier."],
  "parcel.noBox": ["The carrier needs to know the box", "Choose one. Boxes are added in Settings › Shipping."],
  "parcel.noPickupPlace": [
    "The carrier does not know this location",
    "Type the name that it has at the carrier into Stock › Locations.",
  ],
  "parcel.numbersUsedUp": [
    "The series of tracking numbers is used up",
    "Get another from the carrier, and type it into Settings › Shipping.",
  ],
  "parcel.customs": [
    "Customs need to know more about the items",
    (detail: Detail) => `Add HS code and country of origin to ${namesOf(detail) || "the items"}.`,
  ],
  "parcel.noCashOnDelivery": [
    "The carrier does not collect money at the door",
    "Choose another carrier, or have the order paid first.",
  ],
  "box.nameTaken": ["Another box has this name", "Choose another name."],
  "box.default": ["The default box cannot be removed or given up", "Make another box the default first."],
  "box.tooMany": ["There are 200 boxes already", "Remove one that is not used any more."],
} satisfies Partial<Record<RefusalCode, readonly [string, string | ((detail: Detail) => string)]>>;
