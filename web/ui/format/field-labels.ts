/** Labels of a record's fields, for the audit, histories, the doctor, and refusals that no field on screen can show. */

const fieldLabels: Readonly<Record<string, string>> = {
  title: "Title",
  name: "Name",
  slug: "Slug",
  code: "Code",
  description: "Description",
  status: "Status",
  vendorId: "Vendor",
  groupIds: "Groups",
  categoryId: "Category",
  parentId: "Parent category",
  position: "Position",
  alt: "Description",
  tags: "Tags",
  same: "Unchanged",
  images: "Images",
  options: "Options",
  sku: "SKU",
  priceMinor: "Price",
  compareAtMinor: "Compare-at price",
  costMinor: "Cost",
  weightGrams: "Weight",
  barcode: "Barcode",
  trackStock: "Track stock",
  continueSelling: "Sell when out of stock",
  lowStockThreshold: "Low-stock threshold",
  showsSetup: "Setup checklist on Home",
  logoUrl: "Logo",
  cartUrl: "Link to a cart",
  taxRateId: "Tax rate",
  archivedAt: "Archived",
  basisPoints: "Rate",
  isDefault: "Default",
  priority: "Priority",
  address: "Address",
  amountMinor: "Amount",
  minimumMinor: "Minimum order",
  startsAt: "Starts",
  endsAt: "Ends",
  usageLimit: "Usage limit",
  productIds: "Products",
  onHand: "On hand",
  reserved: "Reserved",
  committed: "Committed",
  locationId: "Location",
  reason: "Reason",
};

/** The label of a field from its full path: "lines.1.unitPriceMinor" is "Lines 1, unit price". */
export function fieldLabel(path: string): string {
  const known = fieldLabels[path];
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

/** The label of a field of a request: "lines.0.quantity" is "Lines 1, quantity", as people count from one. */
export const pathLabel = (path: string): string =>
  fieldLabel(path.replaceAll(/\b\d+\b/g, (index) => String(Number(index) + 1)));
