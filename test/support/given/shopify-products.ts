/** Shopify's product export as it is: a product's first row has its title, later rows only a variant or an image. */
import { csv } from "./imports.ts";

export const columns =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Color (product.metafields.shopify.color-pattern),Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Included / India,Price / India,Status".split(
    ",",
  );

type Row = Readonly<Record<string, string | number>>;

/** The first row of a product without options, whose variant is called “Default Title”. */
export const shopifyProduct = (said: Row): Row => ({
  Title: "Linen shirt",
  "Body (HTML)": "<p>Cool, in summer.</p>\n<ul><li>100 % linen</li></ul>",
  Vendor: "Weavers & Co",
  Published: "true",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
  "Gift Card": "false",
  Status: "active",
  ...shopifyVariant(said),
});

/** A later row, which has no title. */
export const shopifyVariant = (said: Row): Row => ({
  "Variant Grams": "250.0",
  "Variant Inventory Tracker": "shopify",
  "Variant Inventory Policy": "deny",
  "Variant Price": "1499.00",
  "Variant Requires Shipping": "true",
  "Variant Taxable": "true",
  "Variant Weight Unit": "kg",
  ...said,
});

export const shopifyProducts = (rows: readonly Row[], among: readonly string[] = columns): string =>
  csv(among, ...rows.map((row) => among.map((column) => row[column] ?? "")));
