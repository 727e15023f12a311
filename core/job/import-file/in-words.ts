const words: Readonly<Record<string, string>> = {
  vendorId: "vendor",
  categoryId: "category",
  sku: "SKU",
  priceMinor: "price",
  compareAtMinor: "compare-at price",
  costMinor: "cost",
  weightGrams: "weight",
  hsCode: "HS code",
  originCountry: "country of origin",
  trackStock: "whether its stock is tracked",
  continueSelling: "whether it is sold when out of stock",
  lowStockThreshold: "low-stock threshold",
  taxRateId: "tax rate",
  archivedAt: "whether it is archived",
  groupIds: "groups",
  acceptsMarketing: "marketing consent",
  marketingAt: "when they said so",
};

/** Fields in a sentence for people, each preceded by what it belongs to, if anything: `title, POT-1 price`. */
export const inWords = (fields: readonly string[]): string =>
  fields.map((field) => field.replace(/\w+$/, (name) => words[name] ?? name)).join(", ");
