/** Shopify's order export. docs/moving-from-shopify.md lists the columns that are read, and those that are not. */

import type { PaymentStatus, Status } from "#core/contract/order";
import { decimalsOf } from "#core/contract/values/currency";
import { restore } from "#core/contract/values/formula";
import { cut, oneLine } from "#core/job/import-file/cells";
import { plainCode } from "#core/job/import-file/unseen";
import type { Layout } from "#core/job/import-kind";
import { addressIn, listIn, refuseStray } from "./order-cells.ts";
import { digestBeforeCommas, digestBeforeTruth, digestOf, exactDigestOf } from "./order-digest.ts";
import { type ShopifyCells, type ShopifyColumn, shopifyColumns, textsOfCustomers } from "./shopify-columns.ts";
import { linesOf, type Rows, refuseUnequalSums, sumsOf } from "./shopify-lines.ts";
import { paymentStatusBy, phoneMax, type TakenLine, type TakenOrder, textMax } from "./taken-order.ts";

export const shopifyOrders: Layout<TakenOrder, ShopifyColumn> = {
  name: "shopify",
  label: "Shopify's order export",
  needs: [
    "Name",
    "Financial Status",
    "Created at",
    "Currency",
    "Subtotal",
    "Total",
    "Lineitem name",
    "Lineitem quantity",
    "Lineitem price",
  ],
  reads: shopifyColumns,
  calls: {
    name: ["Billing Name", "Shipping Name"],
    item: ["Lineitem name"],
    "postal code": ["Shipping Zip", "Billing Zip"],
    "placed at": ["Created at"],
    "shipped at": ["Fulfilled at"],
  },
  mayLackLetters: textsOfCustomers,
  groupedBy: "Name",
  read: (rows) => {
    const [first] = rows;
    refuseStray(first, ["Financial Status", "Total"]);
    const currency = first.text("Currency").toUpperCase();
    const decimals = decimalsOf(currency);
    const amount = (column: ShopifyColumn) => first.minor(column, decimals) ?? 0;
    if (!/^[A-Z]{3}$/.test(currency)) first.wrong("Currency", "A currency's code is needed, such as INR.");
    const placedAt = first.time("Created at");
    if (!placedAt && first.text("Created at") === "") first.wrong("Created at", "A time is needed.");

    const sums = sumsOf(rows, decimals);
    const [captured, refunded] = moneyIn(
      first,
      amount("Outstanding Balance"),
      sums.totalMinor,
      amount("Refunded Amount"),
    );
    const cancelledAt = first.time("Cancelled at");
    const shippedAt = first.time("Fulfilled at");
    const lines = linesOf(rows, decimals, sums);
    refuseOtherCurrencies(rows, currency);
    refuseUnequalSums(rows, decimals, sums, lines);
    const status = statusOf(first, lines, cancelledAt);
    const isCancelled = status === "cancelled";
    const paidAt = first.time("Paid at");
    const email = plainCode(first.text("Email")).toLowerCase();
    const name = first.text("Billing Name") || first.text("Shipping Name") || email || "-";
    const paidBy = cut(first.text("Payment Method"), textMax.reason) || null;
    const cells = rows.map((row) => shopifyColumns.map((column) => row.text(column)));
    return {
      number: numberIn(first),
      placedAt: placedAt ?? new Date(0),
      email: oneLine(email, 254),
      name: oneLine(name, 200).replace(/\s+/g, " ") || "-",
      phone: phoneIn(first),
      address: addressIn(
        first,
        first.text("Shipping Address1") || first.text("Shipping City") ? "Shipping" : "Billing",
      ),
      currency,
      ...sums,
      discountCode: oneLine(first.text("Discount Code"), textMax.code) || null,
      lines,
      capturedMinor: captured,
      refundedMinor: refunded,
      status,
      paymentStatus: paidStatus(first, captured, refunded),
      cashOnDelivery: /cash on delivery|\bcod\b/i.test(paidBy ?? ""),
      paidBy,
      paymentReference: referenceIn(first),
      paidAt,
      refundedAt: latestOf(placedAt, paidAt, shippedAt, cancelledAt),
      cancelledAt: isCancelled ? (cancelledAt ?? placedAt) : null,
      cancelReason: isCancelled ? (cancelledAt ? "Cancelled in Shopify" : "Restocked in Shopify") : null,
      carrierSaid: oneLine(first.text("Shipping Method"), textMax.service) || null,
      trackingNumber: null,
      shippedAt,
      deliveredAt: null,
      note: noteOf(first),
      tags: listIn(first, "Tags"),
      digest: digestOf(cells),
      earlierDigests: () => [
        digestBeforeTruth(cells),
        digestBeforeCommas(cells),
        exactDigestOf(cells),
        // Of orders that were imported when all columns counted, and apostrophes were taken from every file.
        exactDigestOf(rows.map((row) => row.all().map(restore))),
      ],
    };
  },
};

function refuseOtherCurrencies([, ...others]: Rows, currency: string): void {
  for (const row of others) {
    const text = row.text("Currency").toUpperCase();
    if (![currency, ""].includes(text) && currency !== "")
      row.wrong("Currency", `The first row of the order says ${currency}: an order has one currency.`);
  }
}

function numberIn(first: ShopifyCells): string {
  const number = first.code("Name");
  if (number === "" || number.length > 50 || /\p{Cc}/u.test(number))
    first.wrong("Name", "The order's number is needed: one line of at most 50 characters.");
  return number;
}

/** The amounts paid and refunded. A paid order may still have a balance, or be overpaid. */
function moneyIn(first: ShopifyCells, outstanding: number, total: number, refunded: number): readonly [number, number] {
  const status = first.word("Financial Status");
  if (["pending", "authorized", "expired", "voided", ""].includes(status)) return [refunded, refunded];
  if (status === "paid" || status === "partially_paid") return [Math.max(total - outstanding, refunded, 0), refunded];
  // After a refund the balance is that of the remaining order, while the total is the original one.
  return [Math.max(total, refunded), refunded];
}

const known = [
  "paid",
  "pending",
  "partially_paid",
  "partially_refunded",
  "refunded",
  "voided",
  "expired",
  "authorized",
];

function paidStatus(first: ShopifyCells, captured: number, refunded: number): PaymentStatus {
  const text = first.word("Financial Status");
  if (!known.includes(text)) first.wrong("Financial Status", `One of these is needed: ${known.join(", ")}.`);
  // There was nothing to pay.
  if (text === "paid" && captured === 0) return "paid";
  return paymentStatusBy({ captured, refunded });
}

function statusOf(first: ShopifyCells, lines: readonly TakenLine[], cancelledAt: Date | null): Status {
  const text = first.word("Fulfillment Status");
  if (!["fulfilled", "unfulfilled", "partial", "restocked", ""].includes(text)) {
    first.wrong("Fulfillment Status", "One of these is needed: fulfilled, unfulfilled, partial, restocked.");
  }
  const shipped = lines.filter((line) => line.shipped > 0).length;
  // Shipped goods stay shipped, even if the order was cancelled later.
  if (shipped > 0) return shipped === lines.length ? "shipped" : "partiallyShipped";
  return cancelledAt || text === "restocked" ? "cancelled" : "confirmed";
}

/** The file does not date refunds; a refund came after everything that the file dates. */
const latestOf = (...times: readonly (Date | null)[]): Date | null =>
  times.reduce((latest, one) => (one && (!latest || one > latest) ? one : latest), null);

function phoneIn(first: ShopifyCells): string | null {
  const phone = first.code("Phone") || first.code("Billing Phone") || first.code("Shipping Phone");
  return oneLine(phone.replace(/^'/, ""), phoneMax) || null;
}

function referenceIn(first: ShopifyCells): string | null {
  const text = first.text("Payment ID") || first.text("Payment Reference") || first.text("Payment References");
  return oneLine(text, textMax.reference) || null;
}

function noteOf(first: ShopifyCells): string | null {
  const note = [first.verbatim("Notes").trim(), first.verbatim("Note Attributes").trim()].filter((one) => one !== "");
  return note.length > 0 ? note.join("\n\n") : null;
}
