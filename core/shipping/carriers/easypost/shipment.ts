/** A parcel in EasyPost's format: ounces, inches, and customs lines with values in major units. */

import { crossesCustoms, filingExemption } from "../customs.ts";
import { inches, major, ounces, ouncesWithin } from "../measures.ts";
import type { Item, ParcelRequest, Party } from "../parcel.ts";
import { regionCode } from "../region-code.ts";
import type { EasyPostSettings } from "./api.ts";

export function shipmentOf(given: EasyPostSettings, asked: ParcelRequest, reference?: string) {
  const { from, to, weightGrams, box } = asked;
  return {
    to_address: addressOf(to),
    from_address: addressOf(from),
    parcel: {
      ...(box && { length: inches(box.lengthMm), width: inches(box.widthMm), height: inches(box.heightMm) }),
      weight: ounces(weightGrams),
    },
    ...(reference !== undefined && { reference }),
    ...(crossesCustoms(from, to) && { customs_info: customsOf(asked) }),
    options: { label_format: given.labelFormat },
    ...(given.accounts !== undefined && { carrier_accounts: given.accounts.split(/ *, */) }),
  };
}

const addressOf = ({ name, company, phone, email, address }: Party) => ({
  name,
  ...(company && { company }),
  street1: address.line1,
  ...(address.line2 && { street2: address.line2 }),
  city: address.city,
  ...(address.region && { state: regionCode(address) ?? address.region }),
  zip: address.postalCode,
  country: address.country,
  ...(phone && { phone }),
  ...(email && { email }),
});

const exemptions = { canada: "NOEEI 30.36", value: "NOEEI 30.37(a)" } as const;

function customsOf({ from, to, items, value }: ParcelRequest) {
  const exemption = filingExemption({ from, to });
  return {
    contents_type: "merchandise",
    restriction_type: "none",
    non_delivery_option: "return",
    customs_certify: true,
    customs_signer: from.name,
    ...(exemption && { eel_pfc: exemptions[exemption] }),
    customs_items: items.map((item) => customsItemOf(item, value.currency)),
  };
}

const customsItemOf = ({ name, quantity, priceMinor, weightGrams, hsCode, originCountry }: Item, currency: string) => ({
  description: name,
  quantity,
  value: major({ amountMinor: priceMinor * quantity, currency }),
  currency,
  weight: ouncesWithin(weightGrams * quantity),
  hs_tariff_number: hsCode,
  origin_country: originCountry,
});
