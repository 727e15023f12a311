/** How the fields of a record and their values are told: in the audit, in a record's history, in the rows of the doctor. */
import type { ReactNode } from "react";
import { labelOf, type Right, rights } from "#core/contract/rights";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { pathOf, useCategories, useTaxRates, useVendors } from "../api/use-names.ts";
import { When } from "./format.tsx";
import { moneyText } from "./money.ts";
import { isId, Thing } from "./thing.tsx";
import { percentText } from "./typed.ts";

export type Tell = (field: string, value: unknown) => ReactNode;

const fieldNames: Readonly<Record<string, string>> = {
  title: "Title",
  name: "Name",
  slug: "Slug",
  code: "Code",
  description: "Description",
  status: "Status",
  vendorId: "Vendor",
  categoryId: "Category",
  parentId: "Within",
  position: "Place",
  alt: "Description",
  tags: "Tags",
  images: "Images",
  options: "Options",
  sku: "SKU",
  priceMinor: "Price",
  compareAtMinor: "Before",
  costMinor: "Cost",
  weightGrams: "Weight",
  barcode: "Barcode",
  trackStock: "Stock is counted",
  continueSelling: "Sold on at none",
  lowStockThreshold: "Low at",
  taxRateId: "Tax rate",
  archivedAt: "Archived",
  basisPoints: "Rate",
  isDefault: "Default",
  priority: "Priority",
  address: "Address",
  amountMinor: "Worth",
  minimumMinor: "From",
  startsAt: "Starts",
  endsAt: "Ends",
  usageLimit: "Uses at most",
  productIds: "Products",
  onHand: "On hand",
  reserved: "Unpaid",
  committed: "To ship",
  locationId: "Location",
  reason: "Reason",
};

/**
 * A field by its whole path. "unitPriceMinor" as "unit price minor" would mean nothing; "lines.1.unitPriceMinor" is
 * "Lines 1, unit price".
 */
export function fieldName(path: string): string {
  const known = fieldNames[path];
  if (known) return known;
  const words = path
    .split(".")
    .map((part) =>
      part
        .replace(/Minor$/, "")
        .replaceAll(/([A-Z])/g, " $1")
        .toLowerCase(),
    )
    .join(", ")
    .replaceAll(/, (\d+)/g, " $1")
    .replaceAll(/\b(url|sku|id)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const isRight = (value: unknown): value is Right => rights.some((right) => right === value);

/** The last part of an address says which picture it is. */
const fileIn = (url: string): string => url.split("/").findLast(Boolean) ?? url;

/** What it is said to show; or else the file that somebody named, or its place. */
const imageIn = ({ alt, url }: { alt?: unknown; url?: unknown }, index: number): string =>
  alt ? String(alt) : url ? fileIn(String(url)) : `image ${index + 1}`;

/** What ids name is told by its name where this screen may know it, and otherwise as a link to it. */
export function useTold(): Tell {
  const { store } = useSession();
  const categories = useCategories();
  const taxRates = useTaxRates();
  const vendors = useVendors();
  const locations = useLocations();
  const nameOf = (id: string): string | undefined => {
    const named = [...taxRates, ...vendors.all, ...locations.all].find((one) => one.id === id);
    return named?.name ?? (pathOf(id, categories) || undefined);
  };
  return (path, value) => {
    const field = path.split(".").at(-1) ?? path;
    if (isEmpty(value)) return "none";
    if (typeof value === "boolean") return value ? "yes" : "no";
    // A large number comes as text.
    if (field.endsWith("Minor")) return moneyText({ amountMinor: Number(value), currency: store.currency });
    if (field === "basisPoints") return `${percentText(Number(value))} %`;
    if (field === "weightGrams") return `${String(value)} g`;
    if (field === "position") return Number(value) + 1;
    if (field === "productIds" && Array.isArray(value)) return `${value.length} products`;
    if (field === "images" && Array.isArray(value)) return value.map(imageIn).join(", ");
    if (typeof value === "string") {
      if (field.endsWith("At") && !Number.isNaN(Date.parse(value))) return <When at={value} />;
      if (isId.test(value)) return <Thing id={value}>{nameOf(value)}</Thing>;
      return isRight(value) ? labelOf(value) : value;
    }
    if (Array.isArray(value)) return value.map(String).join(", ");
    return typeof value === "object" && value !== null ? Object.values(value).join(", ") : String(value);
  };
}
