/** Shopify's customer export, current and former. docs/moving-from-shopify.md lists the columns that are read. */
import { email as emailForm } from "#core/contract/kit/fields";
import { countryIn, postalCodeIn } from "#core/job/import-file/address-in";
import { oneLine } from "#core/job/import-file/cells";
import { plainName } from "#core/job/import-file/columns";
import { fieldsBy } from "#core/job/import-file/fields-by";
import { plainCode } from "#core/job/import-file/unseen";
import type { Layout } from "#core/job/import-kind";
import { internationalNumber, plainNumber } from "#core/phone";
import { type AddressColumn, type ShopifyCells, type ShopifyColumn, shopifyColumns } from "./shopify-columns.ts";
import { type AddressPart, CustomerFields, type TakenCustomer } from "./taken-customer.ts";

export const shopifyCustomers: Layout<TakenCustomer, ShopifyColumn> = {
  name: "shopify",
  label: "Shopify's customer export",
  needs: ["First Name", "Last Name", "Email"],
  reads: shopifyColumns,
  calls: {
    "address 1": ["Default Address Address1", "Address1"],
    "address 2": ["Default Address Address2", "Address2"],
    "postal code": ["Default Address Zip", "Zip"],
    phone: ["Phone", "Default Address Phone"],
  },
  leavesOut: (column) => leftOut.has(plainName(column)) || /\(customer\.metafields\./i.test(column),
  read: ([cells]) => {
    const email = plainCode(cells.text("Email")).toLowerCase();
    if (email === "") cells.wrong("Email", "An email address is needed to tell customers apart.");
    else if (!emailForm.safeParse(email).success) cells.wrong("Email", "It is not an email address.");
    const accepts = cells.yes("Accepts Email Marketing") ?? cells.yes("Accepts Marketing");
    const address = addressIn(cells);
    const [name, phone] = [nameIn(cells), phoneIn(cells)];
    const tags = cells.text("Tags").split(",");
    const fields = {
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(cells.has("Note") && { note: cells.verbatim("Note").trim() || null }),
      ...(cells.has("Tags") && { tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))] }),
    };
    const columns = new Map<string, ShopifyColumn>([
      ["phone", "Phone"],
      ["note", "Note"],
      ["tags", "Tags"],
      ["name", "First Name"],
    ]);
    return {
      email,
      fields: fieldsBy(CustomerFields, fields, ([field]) => [cells, columns.get(String(field)) ?? null]),
      // A file without an address does not remove existing ones.
      ...(address && { addresses: [address] }),
      unsaid: unsaidIn(cells),
      ...(accepts !== null && { acceptsMarketing: accepts }),
      marketingAt: null,
      changedAt: null,
      isForeign: true,
    };
  },
};

const leftOut = new Set(
  ["Customer ID", "Accepts SMS Marketing", "Total Spent", "Total Orders", "Tax Exempt"].map(plainName),
);

/** Undefined without one: the name of somebody who is known here stays, and a new customer gets the email address. */
function nameIn(cells: ShopifyCells): string | undefined {
  const name = `${cells.name("First Name")} ${cells.name("Last Name")}`;
  // Only a name if there is no other.
  const company = name.trim() === "" ? cells.name("Default Address Company") || cells.name("Company") : "";
  return [name, company].map((one) => oneLine(one, 200).replace(/\s+/g, " ")).find((one) => one !== "");
}

const partOf = [
  ["Address1", "line1"],
  ["Address2", "line2"],
  ["City", "city"],
  ["Zip", "postalCode"],
  ["Province Code", "region"],
  ["Country Code", "country"],
] as const satisfies readonly (readonly [AddressColumn, AddressPart])[];

/** A province's or a country's name is not what an earlier file has left here. */
const unsaidIn = ({ has }: ShopifyCells): AddressPart[] =>
  partOf.flatMap(([column, part]) => (has(`Default Address ${column}`) || has(column) ? [] : part));

/** The customer's own number, otherwise the address's if it is international. Undefined without one. */
function phoneIn(cells: ShopifyCells): string | undefined {
  const own = plainNumber(cells.text("Phone"));
  if (own !== "" && internationalNumber(own) === undefined) {
    cells.wrong("Phone", "A phone number with its country code is needed, such as +919876543210.");
  }
  return own === "" ? internationalNumber(cells.code("Default Address Phone")) : own;
}

/** The current columns start with "Default Address", the former do not. Undefined if all are empty. */
function addressIn(cells: ShopifyCells): NonNullable<TakenCustomer["addresses"]>[number] | undefined {
  const part = (column: AddressColumn, most: number) => {
    const text = cells.text(`Default Address ${column}`) || cells.text(column);
    return oneLine(text.replace(/\s+/g, " ").replace(/^'/, ""), most);
  };
  const [line1, city, postalCode] = [part("Address1", 200), part("City", 100), part("Zip", 20)];
  if (line1 === "" && city === "" && /^-?$/.test(postalCode)) return undefined;
  const country = countryIn(part("Country Code", 100) || part("Country", 100));
  const [line2, region] = [part("Address2", 200), part("Province Code", 100) || part("Province", 100)];
  return {
    line1: line1 || "-",
    ...(line2 && { line2 }),
    city: city || "-",
    ...(region && { region }),
    ...postalCodeIn(postalCode, country),
    country,
    isDefault: true,
  };
}
