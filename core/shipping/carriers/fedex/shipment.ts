/** A parcel in FedEx's format: kilograms, whole centimetres. */

import { firstOf } from "#core/provider/clean";
import { crossesCustoms } from "../customs.ts";
import { kilograms, major, pounds, wholeCentimetres } from "../measures.ts";
import type { Item, ParcelRequest, Party } from "../parcel.ts";
import { streetLines } from "../street-lines.ts";
import type { FedExSettings } from "./api.ts";
import { stateCode } from "./state-code.ts";

/** @param reference ours, by which it can be searched for; empty for rates. */
export function shipmentOf(given: FedExSettings, asked: ParcelRequest, service: string | null, reference: string) {
  const { from, to, at, day = at.toISOString().slice(0, 10), weightGrams, box } = asked;
  const isExported = crossesCustoms(from, to);
  // FedEx asks for it in the European Union as well.
  const isDeclared = from.address.country !== to.address.country || isExported;
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
    ...(isDeclared && { customsClearanceDetail: customsOf(asked) }),
    // Made only if it is asked for, and not for rates.
    ...(isExported && service !== null && { shippingDocumentSpecification: invoiceOnPaper }),
  };
}

const invoiceOnPaper = {
  shippingDocumentTypes: ["COMMERCIAL_INVOICE"],
  commercialInvoiceDetail: { documentFormat: { docType: "PDF", stockType: "PAPER_LETTER" } },
};

const lineMax = 35;
const linesMax = 3;
const postalCodeMax = 10;
const phoneMin = 10;

/** Why FedEx would refuse one of the addresses; undefined if there is no reason. */
export const misfitIn = ({ from, to }: ParcelRequest): string | undefined => misfitOf(from) ?? misfitOf(to);

function misfitOf({ address, phone }: Party): string | undefined {
  const { city, postalCode = "" } = address;
  if (streetLines(lineMax, address).length > linesMax || city.length > lineMax)
    return "FedEx prints a street in three lines of 35 characters and a city in one. This address is longer.";
  if (postalCode.trim().length > postalCodeMax)
    return `FedEx takes postal codes of up to 10 characters, and ${postalCode} is longer.`;
  if (digitsOf(phone).length < phoneMin)
    return `FedEx needs a phone number of at least 10 digits with the country code, and ${phone} is shorter.`;
  return undefined;
}

const digitsOf = (phone = ""): string => phone.replace(/\D/g, "");

const nameMax = 70;
const companyMax = 35;
const emailMax = 80;
const descriptionMax = 450;

function partyOf({ name, company, phone, email, address }: Party) {
  const code = stateCode(address);
  return {
    contact: {
      personName: firstOf(nameMax, name),
      phoneNumber: digitsOf(phone),
      ...(company && { companyName: firstOf(companyMax, company) }),
      // FedEx does not require it, and a shortened one would be somebody else's.
      ...(email && email.length <= emailMax && { emailAddress: email }),
    },
    address: {
      streetLines: streetLines(lineMax, address),
      city: address.city,
      ...(code && { stateOrProvinceCode: code }),
      postalCode: address.postalCode?.trim(),
      countryCode: address.country,
    },
  };
}

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
