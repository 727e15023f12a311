/** Which parcels pass customs. */
import type { ParcelRequest, Party } from "./parcel.ts";

/** Countries that form one customs territory. */
const unions: Readonly<Record<string, string>> = Object.fromEntries(
  ["AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK", "GB IM", "CH LI"].flatMap(
    (countries) => countries.split(" ").map((country) => [country, countries]),
  ),
);

type Place = Pick<Party, "address">;

const forces = "United States Armed Forces";

/**
 * Parts of countries that goods enter and leave like another one, by the beginning of their postal codes. Those of the
 * European Union are outside its customs territory, as in Article 4 of Regulation (EU) No 952/2013, or outside its VAT
 * territory, as in Article 6 of Directive 2006/112/EC, which needs the same documents. In those of the United States,
 * USPS wants a declaration, as in sections 608.2 and 703.2 of its Domestic Mail Manual: the post offices of its forces
 * abroad, and the Pacific. It wants none for mail to Puerto Rico and the Virgin Islands, written as states; couriers take
 * them as countries, and want one.
 */
const apart: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DE: { 27498: "Heligoland", 78266: "CH" },
  DK: { 39: "GL" },
  ES: { 35: "Canary Islands", 38: "Canary Islands", 51: "Ceuta", 52: "Melilla" },
  FI: { 22: "AX" },
  FR: { 971: "GP", 972: "MQ", 973: "GF", 974: "RE", 975: "PM", 976: "YT", 986: "WF", 987: "PF", 988: "NC" },
  GB: { GY: "GG", JE: "JE" },
  GR: { 63086: "Mount Athos", 63087: "Mount Athos" },
  IT: { 22061: "Campione", 23041: "Livigno" },
  US: {
    ...{ "09": forces, 340: forces, 962: forces, 963: forces, 964: forces, 965: forces, 966: forces },
    ...{ 96799: "AS", 9691: "GU", 9692: "GU", 96931: "GU", 96932: "GU", 96939: "PW", 96940: "PW" },
    ...{ 96941: "FM", 96942: "FM", 96943: "FM", 96944: "FM", 9695: "MP", 9696: "MH", 9697: "MH" },
  },
};

/** Also if written as a state: USPS then wants a declaration for mail from them, but for none to them. */
const isInVirginIslands = ({ address: { country, postalCode = "" } }: Place): boolean =>
  country === "VI" || (country === "US" && postalCode.trim().startsWith("008"));

/** Two for Northern Ireland, where goods from Great Britain and from the European Union need no customs documents. */
function territoriesOf({ address: { country, postalCode = "" } }: Place): string[] {
  const code = postalCode.trim().toUpperCase();
  const [, part = country] = Object.entries(apart[country] ?? {}).find(([start]) => code.startsWith(start)) ?? [];
  const parts = country === "GB" && code.startsWith("BT") ? ["GB", "IE"] : [part];
  return parts.map((one) => unions[one] ?? one);
}

/** Whether a parcel needs customs documents: it leaves a customs territory, which it also can within a country. */
export function crossesCustoms(from: Place, to: Place): boolean {
  if (isInVirginIslands(from)) return !isInVirginIslands(to);
  const territories = territoriesOf(to);
  return !territoriesOf(from).some((one) => territories.includes(one));
}

/** Where exporters file in the AES, as in section 30.2(a)(1) of the Foreign Trade Regulations (15 CFR). */
const filing = ["US", "PR", "VI"];

/**
 * Why an export is not filed in the AES, as in sections 30.36 and 30.37(a) of these regulations: it goes to Canada, or
 * is worth little. Undefined if nothing has to be filed anyway, as from the Virgin Islands to the rest of
 * the United States.
 */
export function filingExemption({ from, to }: Pick<ParcelRequest, "from" | "to">): "canada" | "value" | undefined {
  const [source = ""] = isInVirginIslands(from) ? ["VI"] : territoriesOf(from);
  if (!filing.includes(source)) return undefined;
  if (source === "VI" && territoriesOf(to).some((one) => filing.includes(one))) return undefined;
  return to.address.country === "CA" ? "canada" : "value";
}

const exemptMinor = 250_000;

/**
 * Whether the exporter has to file in the AES: goods with one customs code for more than 2,500 USD, but to Canada. Only
 * if they are declared, because the declaration would say that they are worth less.
 */
export function needsExportFiling(asked: ParcelRequest): boolean {
  const { from, to, items, value } = asked;
  if (filingExemption(asked) !== "value" || value.currency !== "USD" || !crossesCustoms(from, to)) return false;
  return Map.groupBy(items, ({ hsCode }) => hsCode)
    .values()
    .some((same) => same.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0) > exemptMinor);
}
