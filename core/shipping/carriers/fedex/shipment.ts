/** A parcel in FedEx's format: kilograms, whole centimetres. */

import { firstOf } from "#core/provider/clean";
import { kilograms, major, pounds, wholeCentimetres } from "../measures.ts";
import type { Item, ParcelRequest, Party } from "../parcel.ts";
import { streetLines } from "../street-lines.ts";
import type { FedExSettings } from "./api.ts";

/** @param reference ours, by which it can be searched for; empty for rates. */
export function shipmentOf(given: FedExSettings, asked: ParcelRequest, service: string | null, reference: string) {
  const { from, to, at, day = at.toISOString().slice(0, 10), weightGrams, box } = asked;
  const abroad = from.address.country !== to.address.country;
  const weight = { units: "KG", value: kilograms(weightGrams) };
  return {
    shipper: partyOf(from),
    recipients: [partyOf(to)],
    shipDatestamp: day,
    ...(service !== null && { serviceType: service }),
    packagingType: "YOUR_PACKAGING",
    pickupType: given.pickup,
    blockInsightVisibility: false,
    shippingChargesPayment: { paymentType: "SENDER" },
    labelSpecification: {
      imageType: given.labelFormat,
      labelStockType: given.labelFormat === "ZPLII" ? "STOCK_4X6" : "PAPER_4X6",
    },
    // In pounds, whatever the packages' unit.
    totalWeight: pounds(weightGrams),
    requestedPackageLineItems: [
      {
        weight,
        ...(box && {
          dimensions: {
            units: "CM",
            length: wholeCentimetres(box.lengthMm),
            width: wholeCentimetres(box.widthMm),
            height: wholeCentimetres(box.heightMm),
          },
        }),
        ...(reference !== "" && {
          customerReferences: [{ customerReferenceType: "CUSTOMER_REFERENCE", value: reference }],
        }),
      },
    ],
    ...(abroad && { customsClearanceDetail: customsOf(asked) }),
  };
}

const lineMax = 35;
const linesMax = 3;

/** Whether both addresses fit into the lines that FedEx prints. */
export const fits = ({ from, to }: ParcelRequest): boolean =>
  [from, to].every(({ address }) => streetLines(lineMax, address).length <= linesMax && address.city.length <= lineMax);

const nameMax = 70;
const companyMax = 35;
const descriptionMax = 450;

const partyOf = ({ name, company, phone, email, address }: Party) => ({
  contact: {
    personName: firstOf(nameMax, name),
    phoneNumber: (phone ?? "").replace(/\D/g, ""),
    ...(company && { companyName: firstOf(companyMax, company) }),
    ...(email && { emailAddress: email }),
  },
  address: {
    streetLines: streetLines(lineMax, address),
    city: address.city,
    ...(address.region && { stateOrProvinceCode: address.region }),
    postalCode: address.postalCode,
    countryCode: address.country,
  },
});

function customsOf({ items, value }: ParcelRequest) {
  const { currency } = value;
  return {
    dutiesPayment: { paymentType: "RECIPIENT" },
    isDocumentOnly: false,
    // FedEx requires one for international shipments.
    commercialInvoice: { shipmentPurpose: "SOLD" },
    totalCustomsValue: { amount: major(value), currency },
    commodities: items.map((item) => commodityOf(item, currency)),
  };
}

const commodityOf = (item: Item, currency: string) => ({
  description: firstOf(descriptionMax, item.name),
  quantity: item.quantity,
  quantityUnits: "PCS",
  weight: { units: "KG", value: kilograms(item.weightGrams * item.quantity) },
  unitPrice: { amount: major({ amountMinor: item.priceMinor, currency }), currency },
  customsValue: { amount: major({ amountMinor: item.priceMinor * item.quantity, currency }), currency },
  harmonizedCode: item.hsCode,
  countryOfManufacture: item.originCountry,
});
