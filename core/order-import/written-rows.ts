import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import type { LineRow, OrderRow, orderNotes, orderTags } from "#core/order/order.table";
import type { payments } from "#core/payment/payment.table";
import type { refunds } from "#core/payment/refund.table";
import type { returnLines, returns } from "#core/returns/returns.table";
import type { parcelLines, parcels } from "#core/shipping/parcel.table";
import { notesIn } from "./notes-in.ts";
import type { LineVariant } from "./placeholder-variant.ts";
import { parcelOf, returnOf } from "./sent-rows.ts";
import { paymentMethodOf, skusOf, type TakenOrder } from "./taken-order.ts";

/** The data common to all orders of a batch. */
export interface Imported {
  readonly jobId: string;
  readonly layout: string;
  readonly emit: boolean;
  readonly dryRun: boolean;
  readonly variants: ReadonlyMap<string, LineVariant>;
  readonly otherwise: LineVariant;
  /** The location of parcels. */
  readonly locationId: Id<"location">;
}

/** The rows of an order in all tables. */
export interface Written {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly payments: readonly (typeof payments.$inferSelect)[];
  readonly refunds: readonly (typeof refunds.$inferSelect)[];
  readonly parcels: readonly (typeof parcels.$inferSelect)[];
  readonly parcelLines: readonly (typeof parcelLines.$inferSelect)[];
  readonly returns: readonly (typeof returns.$inferSelect)[];
  readonly returnLines: readonly (typeof returnLines.$inferSelect)[];
  readonly notes: readonly (typeof orderNotes.$inferSelect)[];
  readonly tags: readonly (typeof orderTags.$inferSelect)[];
  readonly digest: string;
}

type Ids = Pick<OrderRow, "id" | "createdAt">;

export function writtenOf(change: Change, taken: TakenOrder, how: Imported): Written {
  const ids: Ids = { id: newId("order"), createdAt: taken.placedAt };
  const lines = taken.lines.map((line, position) => lineOf(ids, line, position, how));
  const captured = capturedOf(change, ids, taken);
  return {
    // An order that is placed meanwhile must not wait for a number that is rolled back.
    order: { ...orderOf(change, ids, taken), ...(how.dryRun && { number: ids.id }) },
    lines,
    payments: captured,
    refunds: refundsOf(change, ids, taken, captured[0]?.id),
    ...parcelOf(ids, taken, lines, how.locationId),
    ...returnOf(change, ids, lines),
    notes: notesIn(taken.note ?? "").map((text) => ({ id: newId("note"), orderId: ids.id, text, ...doneBy(change) })),
    tags: taken.tags.map((tag) => ({ orderId: ids.id, tag, placedAt: taken.placedAt })),
    digest: taken.digest,
  };
}

const doneBy = ({ by, at }: Change) => ({ actorId: by.id, actorName: by.name, at });

function orderOf(change: Change, ids: Ids, taken: TakenOrder): OrderRow {
  const { number, status, paymentStatus, email, name, phone, address, currency, taxesInclusive, discountCode } = taken;
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor, capturedMinor, refundedMinor } = taken;
  const units = (of: (line: TakenOrder["lines"][number]) => number) =>
    taken.lines.reduce((sum, line) => sum + of(line), 0);
  const [shipped, returned] = [units((line) => line.shipped), units((line) => line.returned)];
  return {
    ...ids,
    ...{ number, status, paymentStatus, email, name, phone, currency, taxesInclusive, discountCode },
    ...{ subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor, capturedMinor, refundedMinor },
    address: address as OrderRow["address"], // kept as it was: its country may be unknown
    channelId: null,
    // Set when the batch is written.
    customerId: null,
    paymentMethod: paymentMethodOf(taken),
    discountId: null,
    ...discountOf(taken),
    discountMinimumMinor: null,
    returned: returned === 0 ? "none" : returned === shipped ? "all" : "some",
    unpaidSince: paymentStatus === "unpaid" || paymentStatus === "failed" ? change.at : null,
    cancelledAt: taken.cancelledAt,
    cancelReason: taken.cancelReason,
    version: 1,
    updatedAt: change.at,
  };
}

/** The terms of its discount: an edit deducts the same from the lines and the shipping again, which may be free. */
function discountOf({ discountMinor, shippingMinor, lines }: TakenOrder) {
  const offLines = lines.reduce((sum, line) => sum + line.discountMinor, 0);
  const shippingDiscountMinor = discountMinor - offLines;
  if (offLines > 0) return { discountKind: "fixed", discountValue: offLines, shippingDiscountMinor } as const;
  const isFree = discountMinor > 0 && discountMinor === shippingMinor;
  if (isFree) return { discountKind: "freeShipping", discountValue: null, shippingDiscountMinor: 0 } as const;
  return { discountKind: null, discountValue: null, shippingDiscountMinor };
}

function lineOf(
  ids: Ids,
  line: TakenOrder["lines"][number],
  position: number,
  { variants, otherwise }: Imported,
): LineRow {
  const { shipped, returned, markedSku: _, ...fields } = line;
  return {
    id: newId("line"),
    orderId: ids.id,
    position,
    ...(variants.get(skusOf(line).find((sku) => variants.has(sku)) ?? "") ?? otherwise),
    ...fields,
    priceListId: null,
    tracked: false,
    shippedQuantity: shipped,
    returnedQuantity: returned,
    placedAt: ids.createdAt,
  };
}

/** The payment's id belongs to another gateway account, so it is only a reference for staff. */
function capturedOf(change: Change, ids: Ids, taken: TakenOrder): Written["payments"] {
  const { paymentStatus, capturedMinor, paidBy, paymentReference, paidAt, placedAt } = taken;
  if (paymentStatus === "unpaid") return [];
  const isFailed = paymentStatus === "failed";
  const payment = {
    id: newId("payment"),
    orderId: ids.id,
    kind: isFailed ? ("failed" as const) : ("captured" as const),
    method: "imported",
    byHand: false,
    amountMinor: isFailed ? taken.totalMinor : capturedMinor,
    reference: paymentReference,
    reason: paidBy,
    ...doneBy(change),
    at: paidAt ?? placedAt,
    reversedAt: null,
    gatewayPaymentId: null,
    reportedAt: null,
    mode: "live" as const,
  };
  return [payment];
}

function refundsOf(
  change: Change,
  ids: Ids,
  taken: TakenOrder,
  paymentId: Id<"payment"> | undefined,
): Written["refunds"] {
  if (taken.refundedMinor === 0 || !paymentId) return [];
  const at = taken.refundedAt ?? taken.placedAt;
  const refund = {
    id: newId("refund"),
    orderId: ids.id,
    paymentId,
    unmatchedId: null,
    gateway: "imported",
    mode: "live" as const,
    amountMinor: taken.refundedMinor,
    currency: taken.currency,
    status: "succeeded" as const,
    gatewayRefundId: null,
    reason: null,
    says: null,
    madeElsewhere: true,
    ...doneBy(change),
    at,
    settledAt: at,
    lookedAt: null,
    seenAt: null,
  };
  return [refund];
}
