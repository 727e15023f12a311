import type { Cells } from "#core/job/import-file/cells";

const common = {
  title: "Title",
  vendor: "Vendor",
  type: "Type",
  customType: "Custom Product Type",
  tags: "Tags",
  status: "Status",
  cost: "Cost per item",
  hsCode: ["HS Code", "Variant HS Code", "Harmonized System Code"],
  origin: ["COO", "Country of Origin", "Country/Region of Origin"],
} as const;

/** Column names in the export. */
export const exported = {
  ...common,
  handle: "Handle",
  body: "Body (HTML)",
  productCategory: "Product Category",
  published: "Published",
  giftCard: "Gift Card",
  image: "Image Src",
  imagePosition: "Image Position",
  imageText: "Image Alt Text",
  sku: "Variant SKU",
  optionNames: ["Option1 Name", "Option2 Name", "Option3 Name"],
  optionValues: ["Option1 Value", "Option2 Value", "Option3 Value"],
  price: "Variant Price",
  compareAt: "Variant Compare At Price",
  grams: "Variant Grams",
  weight: "Variant Weight",
  weightUnit: "Variant Weight Unit",
  barcode: "Variant Barcode",
  tracker: "Variant Inventory Tracker",
  policy: "Variant Inventory Policy",
  variantImage: "Variant Image",
} as const;

/** Column names in the template for new products. */
export const template = {
  ...common,
  handle: "URL handle",
  body: "Description",
  productCategory: "Product category",
  published: "Published on online store",
  giftCard: "Gift card",
  image: "Product image URL",
  imagePosition: "Image position",
  imageText: "Image alt text",
  sku: "SKU",
  optionNames: ["Option1 name", "Option2 name", "Option3 name"],
  optionValues: ["Option1 value", "Option2 value", "Option3 value"],
  price: "Price",
  compareAt: "Compare-at price",
  grams: "Weight value (grams)",
  weight: "Weight value",
  weightUnit: "Weight unit for display",
  barcode: "Barcode",
  tracker: "Inventory tracker",
  policy: "Continue selling when out of stock",
  variantImage: "Variant image URL",
} as const satisfies Record<keyof typeof exported, unknown>;

export type Names = typeof exported | typeof template;
type Named = Names[keyof Names];
export type ShopifyColumn = Extract<Named, string> | Exclude<Named, string>[number];
export type ShopifyCells = Cells<ShopifyColumn>;

/** The columns that are read. */
export const columnsOf = (names: Names): ShopifyColumn[] => Object.values<Named>(names).flat();

/** What those of our own layout are called. */
export const callsIn = (names: Names): Readonly<Record<string, readonly ShopifyColumn[]>> => ({
  sku: [names.sku],
  price: [names.price],
  barcode: [names.barcode],
  "hs code": names.hsCode,
  category: [names.type, names.customType, names.productCategory],
  images: [names.image, names.variantImage],
  ...Object.fromEntries(names.optionNames.map((name, nth) => [`option ${nth + 1} name`, [name]])),
  ...Object.fromEntries(names.optionValues.map((name, nth) => [`option ${nth + 1} value`, [name]])),
});
