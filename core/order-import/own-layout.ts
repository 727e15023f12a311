/** Our own file of orders, as written by the export. Its sums must add up. */

import { paymentStatuses, statuses } from "#core/contract/order";
import { decimalsOf } from "#core/contract/values/currency";
import { textsIn } from "#core/csv/list-cell";
import { addressIn } from "#core/job/import-file/address-in";
import { type Cells, cut, oneLine } from "#core/job/import-file/cells";
import { refuseOthers } from "#core/job/import-file/one-item";
import { withoutUnseen } from "#core/job/import-file/unseen";
import type { Layout } from "#core/job/import-kind";
import { waitsForPayment } from "#core/order/states";
import { refuseStray } from "./order-cells.ts";
import { digestBeforeCommas, digestBeforeTruth, digestOf, exactDigestOf } from "./order-digest.ts";
import { orderColumns, ownColumns } from "./own-columns.ts";
import { refuseWrongSums } from "./own-sums.ts";
import { paymentMethodOf, phoneMax, type TakenLine, type TakenOrder, textMax } from "./taken-order.ts";

export const ownOrders: Layout<TakenOrder> = {
  name: "own",
  label: "our own layout",
  needs: ["number", "placed at", "status", "payment status", "currency", "total", "item", "quantity", "unit price"],
  reads: ownColumns,
  leavesOut: () => false,
  mayLackLetters: ["name", "address 1", "address 2", "city", "region", "notes"],
  groupedBy: "number",
  read: (rows) => {
    const [first] = rows;
    const isStray = refuseStray(first, ["status", "payment status", "total"]);
    if (!isStray) refuseOthers(rows, "number", orderColumns);
    const currency = first.text("currency").toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) first.wrong("currency", "A currency's code is needed, such as INR.");
    const decimals = decimalsOf(currency);
    const amount = (column: string) => first.minor(column, decimals) ?? 0;
    const lines = rows.map((row) => lineIn(row, decimals));
    const status = oneOf(first, "status", statuses) ?? "confirmed";
    const paymentStatus = oneOf(first, "payment status", paymentStatuses) ?? "unpaid";
    const number = first.code("number");
    if (number === "" || number.length > 50 || /\p{Cc}/u.test(number))
      first.wrong("number", "An order number is needed: one line of at most 50 characters.");
    const cells = rows.map((row) => ownColumns.map((column) => row.text(column)));
    const order: TakenOrder = {
      number,
      placedAt: first.time("placed at") ?? missing(first, "placed at"),
      email: oneLine(withoutUnseen(first.text("email")).toLowerCase(), 254),
      name: oneLine(first.text("name"), 200) || "-",
      phone: oneLine(first.code("phone"), phoneMax) || null,
      address: addressIn(first),
      currency,
      taxesInclusive: first.yes("taxes included") ?? true,
      discountCode: oneLine(first.text("discount code"), textMax.code) || null,
      lines,
      subtotalMinor: lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0),
      discountMinor: amount("discount"),
      shippingMinor: amount("shipping"),
      taxMinor: amount("tax"),
      totalMinor: amount("total"),
      capturedMinor: amount("paid"),
      refundedMinor: amount("refunded"),
      status,
      paymentStatus,
      cashOnDelivery: first.yes("cash on delivery") ?? false,
      paidBy: cut(first.text("paid by"), textMax.reason) || null,
      paymentReference: oneLine(first.code("payment reference"), textMax.reference) || null,
      paidAt: first.time("paid at"),
      refundedAt: first.time("refunded at"),
      cancelledAt: status === "cancelled" ? (first.time("cancelled at") ?? missing(first, "cancelled at")) : null,
      cancelReason: cut(first.text("cancel reason"), textMax.reason) || null,
      carrierSaid: null,
      trackingNumber: oneLine(first.code("tracking number"), textMax.reference) || null,
      shippedAt: first.time("shipped at"),
      deliveredAt: first.time("delivered at"),
      note: first.verbatim("notes").trim() || null,
      tags: tagsIn(first),
      digest: digestOf(cells),
      earlierDigests: () => [digestBeforeTruth(cells), digestBeforeCommas(cells), exactDigestOf(cells)],
    };
    refuseBelowZero(first);
    // Sums and states can only be checked if every cell could be read.
    if (first.isGood()) {
      refuseWrongSums(rows, order, decimals);
      refuseWrongStates(first, order);
    }
    return order;
  },
};

/** Splits `gift, "red, dark"` into distinct tags. */
const tagsIn = (cells: Cells): string[] => [
  ...new Set(
    textsIn(cells.verbatim("tags").normalize("NFC"))
      .map((tag) => oneLine(tag, 50))
      .filter((tag) => tag !== ""),
  ),
];

function lineIn(row: Cells, decimals: number): TakenLine {
  const whole = (column: string, least: number) => {
    const found = row.whole(column) ?? 0;
    if (found < least) row.wrong(column, `A number of at least ${least} is needed.`);
    if (found > 1_000_000) row.wrong(column, "A number of at most 1,000,000 is needed.");
    return found;
  };
  const amount = (column: string) => {
    const found = row.minor(column, decimals) ?? 0;
    if (found < 0) row.wrong(column, "It is below zero.");
    return found;
  };
  const quantity = whole("quantity", 1);
  const [shipped, returned] = [whole("line shipped", 0), whole("line returned", 0)];
  if (quantity >= 1 && shipped > quantity) row.wrong("line shipped", "More has shipped than was ordered.");
  if (shipped >= 0 && returned > shipped) row.wrong("line returned", "More was returned than has shipped.");
  const isNumber = /^(?:[\d.]*|\d+,\d{1,2})$/.test(row.text("tax rate"));
  const markedSku = row.code("sku");
  const rate = isNumber ? (row.minor("tax rate", 2) ?? 0) : Number.NaN;
  if (!(rate <= 10_000))
    row.wrong("tax rate", "A percentage from 0 to 100 is needed, such as 18 or 5.5, without a percent sign.");
  return {
    sku: oneLine(markedSku.normalize("NFC"), textMax.sku),
    markedSku: oneLine(markedSku, textMax.sku),
    title: oneLine(row.text("item"), 300) || "-",
    quantity,
    unitPriceMinor: amount("unit price"),
    taxBasisPoints: rate,
    discountMinor: amount("line discount"),
    taxMinor: amount("line tax"),
    totalMinor: amount("line total"),
    shipped,
    returned,
  };
}

function refuseBelowZero(first: Cells): void {
  for (const column of ["discount", "shipping", "tax", "total", "paid", "refunded"]) {
    if (first.text(column).startsWith("-")) first.wrong(column, "It is below zero.");
  }
}

function refuseWrongStates(first: Cells, order: TakenOrder): void {
  const { lines, status, paymentStatus } = order;
  const waits = waitsForPayment({ ...order, paymentMethod: paymentMethodOf(order) });
  // Nothing would ever confirm it.
  if (status === "pending" && !(waits && ["unpaid", "failed"].includes(paymentStatus)))
    first.wrong("status", "Only an order that waits for its payment can be pending.");
  const [all, shipped] = [(line: TakenLine) => line.quantity, (line: TakenLine) => line.shipped].map((of) =>
    lines.reduce((sum, line) => sum + of(line), 0),
  );
  const says =
    shipped === 0
      ? ["pending", "confirmed", "cancelled"]
      : shipped === all
        ? ["shipped", "delivered"]
        : ["partiallyShipped"];
  if (!says.includes(status)) first.wrong("status", "It does not match what the lines have shipped.");
  if ((status === "delivered") !== (first.text("delivered at") !== "") && status !== "partiallyShipped") {
    first.wrong("delivered at", "A delivered order needs a delivery time, and no other order may have one.");
  }
}

function oneOf<Value extends string>(cells: Cells, column: string, among: readonly Value[]): Value | undefined {
  const text = cells.text(column).toLowerCase();
  const found = among.find((one) => one.toLowerCase() === text);
  if (found === undefined) cells.wrong(column, `One of these is needed: ${among.join(", ")}.`);
  return found;
}

function missing(cells: Cells, column: string): Date {
  if (cells.text(column) === "") cells.wrong(column, "A time is needed.");
  return new Date(0);
}
