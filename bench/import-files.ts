/** Import files of another platform in any size, with the columns that are read and some that are not. */

export interface ImportFile {
  readonly text: string;
  /** Rows below the header. */
  readonly rows: number;
}

const variantsOf = 2;
export const locations = ["North", "South", "East", "West", "Yard"] as const;

const fileOf = (header: string, rows: number, row: (nth: number) => string): ImportFile => ({
  text: `${header}\n${Array.from({ length: rows }, (_, nth) => row(nth)).join("\n")}\n`,
  rows,
});

const skuOf = (nth: number) => `BENCH-${String(nth).padStart(6, "0")}`;

/** Products with two variants each. */
export const productFile = (rows: number): ImportFile =>
  fileOf(
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Gift Card,Status",
    rows,
    (nth) => {
      const [product, variant] = [Math.floor(nth / variantsOf), nth % variantsOf];
      const own =
        variant === 0 ? `Shirt ${product},<p>Cool in summer.</p>,Weavers,Shirts,"linen, summer",true,Size` : ",,,,,,";
      const image = variant === 0 ? `https://pictures.example.com/${product}.jpg,1,false,active` : ",,,";
      return `shirt-${product},${own},${variant},${skuOf(nth)},250,shopify,deny,1499.00,,,${image}`;
    },
  );

/** Stock of the first variants at each location. */
export const stockFile = (rows: number): ImportFile =>
  fileOf("sku,location,on hand", rows, (nth) => {
    const sku = skuOf(Math.floor(nth / locations.length));
    return `${sku},${locations[nth % locations.length]},${1 + (nth % 50)}`;
  });

/** Paid and shipped orders with one line each. */
export const orderFile = (prefix: string, rows: number): ImportFile =>
  fileOf(
    "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Payment Method,Payment ID,Refunded Amount,Outstanding Balance,Vendor,Tags,Tax 1 Name,Tax 1 Value",
    rows,
    (nth) => {
      const day = `2024-${String(1 + (nth % 12)).padStart(2, "0")}-${String(1 + (nth % 28)).padStart(2, "0")}`;
      const at = `${day} 10:00:00 +0530`;
      return `#${prefix}${nth},customer${nth % 10_000}@example.com,paid,${at},fulfilled,${at},INR,1499.00,50.00,228.66,1549.00,0.00,Standard,${at},1,Shirt,1499.00,${skuOf(nth % 10_000)},true,true,fulfilled,Asha Rao,Asha Rao,1 MG Road,Pune,'411001,MH,IN,'+919876543210,,Razorpay,pay_${nth},0.00,0.00,Weavers,"gift, wholesale",IGST 18%,228.66`;
    },
  );
