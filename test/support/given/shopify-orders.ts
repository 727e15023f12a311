/** Shopify's order export as it is: an order's first row carries the order, later rows only lines. */
import { csv } from "./imports.ts";

const columns = [
  ..."Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Phone,Payment ID".split(
    ",",
  ),
];

type Row = Readonly<Record<string, string | number>>;

/** A row with everything that a paid and fulfilled order with one line has, except for what is given. */
export const shopifyRow = (said: Row): Row => ({
  Email: "Asha@Example.com",
  "Financial Status": "paid",
  "Paid at": "2024-03-31 01:05:00 +0100",
  "Fulfillment Status": "fulfilled",
  "Fulfilled at": "2024-04-01 10:00:00 +0200",
  Currency: "INR",
  Subtotal: "100.00",
  Shipping: "0.00",
  Taxes: "0.00",
  Total: "100.00",
  "Discount Amount": "0.00",
  "Created at": "2024-03-31 01:00:00 +0100",
  "Lineitem quantity": 1,
  "Lineitem name": "Teapot + cosy",
  "Lineitem price": "100.00",
  "Lineitem requires shipping": "true",
  "Lineitem taxable": "true",
  "Lineitem fulfillment status": "fulfilled",
  "Billing Name": "Asha Rao",
  "Shipping Name": "Asha Rao",
  "Shipping Address1": "1 MG Road",
  "Shipping City": "Pune",
  "Shipping Zip": "'411001",
  "Shipping Province": "MH",
  "Shipping Country": "IN",
  "Shipping Phone": "'+919876543210",
  "Payment Method": "Razorpay Secure (UPI, Cards) + Gift Card",
  "Payment ID": "c1.2 + c1.3",
  "Refunded Amount": "0.00",
  "Outstanding Balance": "0.00",
  ...said,
});

/** A later row of an order, which has only its line. */
export const shopifyLine = (said: Row): Row => ({
  Email: "Asha@Example.com",
  "Created at": "2024-03-31 01:00:00 +0100",
  "Lineitem quantity": 1,
  "Lineitem requires shipping": "true",
  "Lineitem taxable": "true",
  "Lineitem fulfillment status": "fulfilled",
  ...said,
});

export const shopifyOrders = (rows: readonly Row[], among: readonly string[] = columns): string =>
  csv(among, ...rows.map((row) => among.map((column) => row[column] ?? "")));

/** As it was years ago, without later columns. */
export const olderColumns = columns.filter(
  (column) =>
    !["Outstanding Balance", "Employee", "Location", "Device ID", "Payment ID", "Lineitem discount"].includes(column),
);

/** As it is today. */
export const newestColumns = [
  ...columns,
  ...[3, 4, 5].flatMap((nth) => [`Tax ${nth} Name`, `Tax ${nth} Value`]),
  ...["Receipt Number", "Duties", "Billing Province Name", "Shipping Province Name"],
  ...["Payment Terms Name", "Next Payment Due At", "Payment References"],
];

const ofTheTill = ["Outstanding Balance", "Employee", "Location", "Device ID"];
const ofPayment = ["Payment ID", "Payment Terms Name", "Next Payment Due At", "Payment References"];

/** As it was for years. */
export const columns71 = newestColumns.filter((column) => ![...ofTheTill, ...ofPayment].includes(column));

/** As it was in between. */
export const columns75 = newestColumns.filter((column) => !ofPayment.includes(column));
