import { audit } from "#core/audit/record";
import { usableProvider } from "#core/call/ask";
import { channels } from "#core/channel/channel.table";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { customerOf } from "#core/customer/customer-of";
import type { Change } from "#core/db/change";
import { databaseNowInRow } from "#core/db/columns";
import { eq, sql } from "#core/db/drizzle";
import { dryRun } from "#core/db/dry-run";
import { constraintOf, LostRace } from "#core/db/error";
import { insertOf } from "#core/db/insert-rows";
import { pipelined } from "#core/db/pipelined";
import { useDiscount as countDiscountUse } from "#core/discount/use-discount";
import { newId } from "#core/id";
import { listPrices, quantitiesOf } from "#core/price/list-prices";
import { pricesOf } from "#core/price/prices-of";
import { totalsOf } from "#core/price/totals";
import { Refusal } from "#core/refusal";
import { emptyPlan, type Plan, writesOf } from "#core/stock/plan";
import { planAllocations } from "#core/stock/plan-allocations";
import { settingsToOrderBy } from "#core/store/settings";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lineOf, pricedLine } from "./new-line.ts";
import { newNote } from "./notes/add-note.ts";
import { type LineRow, type OrderRow, orderLines, orderNotes, orders } from "./order.table.ts";
import { orderReferenceOf } from "./order-reference.ts";
import { shownAfter } from "./show.ts";
import { waitsForPayment } from "./states.ts";

type Input = InputOf<typeof order.create>;

/**
 * Places a real order at once: at current prices, with stock allocated in the same change, or not at all. A dry run
 * does everything and rolls it back; its order has no number, and an id that does not exist.
 */
export async function createOrder(change: Change, input: Input): Promise<order.Order> {
  if (!input.dryRun) return place(change, input).catch(drawAnother);
  return { ...(await dryRun(change, (trial) => place(trial, input))), number: "" };
}

/** An import brought an order with the number after it was drawn: starting again draws the next one. */
function drawAnother(error: unknown): never {
  throw constraintOf(error) === "orders_number_key" ? new LostRace("the number was taken", { cause: error }) : error;
}

async function place(change: Change, input: Input): Promise<order.Order> {
  const orderId = newId("order");
  const [channelId, customerId, { currency, taxesInclusive }, number] = await pipelined(
    channelBy(change, input.channel),
    customerOf(change, input),
    settingsToOrderBy(change),
    // A dry run takes no number from the sequence: the order's id is unique too, and is rolled back.
    input.dryRun ? orderId : nextNumber(change),
    // Otherwise the customer could never pay.
    input.payment !== "manual" && input.payment !== "cod" && usableProvider(change, input.payment),
  );
  const buyer = { customerId, channelId, at: change.at };
  const listed = listPrices(change.tx, quantitiesOf(input.lines), buyer);
  const prices = await pricesOf(change.tx, input.lines, listed);

  const priced = input.lines.map(({ quantity }, index) => pricedLine(prices[index], quantity));
  const terms = { shippingMinor: input.shippingMinor, taxesInclusive };
  const { subtotalMinor } = totalsOf(priced, { ...terms, discount: null });
  const discount = input.discountCode
    ? await countDiscountUse(change, input.discountCode, subtotalMinor, customerId)
    : null;
  const { lines: lineTotals, ...totals } = totalsOf(priced, { ...terms, discount });

  const row: OrderRow = {
    id: orderId,
    number,
    status: waitsForPayment({ paymentMethod: input.payment, ...totals }) ? "pending" : "confirmed",
    paymentStatus: "unpaid",
    email: input.email,
    name: input.name,
    phone: input.phone ?? null,
    address: input.address,
    channelId,
    customerId,
    paymentMethod: input.payment,
    currency,
    taxesInclusive,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    discountKind: discount?.kind ?? null,
    discountValue: discount?.value ?? null,
    discountMinimumMinor: discount?.minimumMinor ?? null,
    shippingDiscountMinor: 0,
    ...totals,
    ...{ capturedMinor: 0, refundedMinor: 0, returned: "none", cancelledAt: null, cancelReason: null, version: 1 },
    ...{ unpaidSince: databaseNowInRow, createdAt: change.at, updatedAt: change.at },
  };
  const lines = priced.map((line, index) => lineOf(row, index, line, lineTotals[index]));
  const plan = await planLines(change, row, lines);
  const shown = await shownAfter(
    change,
    orderId,
    {
      placed: insertOf(orders, [row]),
      lined: insertOf(orderLines, lines),
      noted: insertOf(orderNotes, input.note ? [newNote(change, orderId, input.note)] : []),
    },
    writesOf(change, plan),
  );
  const { status, paymentMethod, totalMinor } = row;
  const bought = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  audit(change, order.create.name, orderId, { after: { number, status, paymentMethod, totalMinor, lines: bought } });
  emitOrderEvent(change, "order.created", shown);
  return shown;
}

/** Plans to allocate stock to new lines; lines of untracked variants move nothing. */
async function planLines(change: Change, row: OrderRow, lines: readonly LineRow[]): Promise<Plan> {
  const wanted = lines
    .filter(({ tracked }) => tracked)
    .map(({ id, variantId, quantity }) => ({ lineId: id, variantId, quantity }));
  if (wanted.length === 0) return emptyPlan();
  return planAllocations(change, orderReferenceOf(row), { before: [], release: [], allocate: wanted });
}

async function nextNumber({ tx }: Change): Promise<string> {
  const [drawn] = await tx.execute<{ number: string }>(sql`select 'QM-' || nextval('order_numbers') as number`);
  if (!drawn) throw new Error("a sequence returned nothing");
  return drawn.number;
}

/** The order's channel, locked against removal until the change ends. */
async function channelBy({ tx }: Change, code: string | undefined): Promise<Id<"channel"> | null> {
  if (code === undefined) return null;
  const [channel] = await tx
    .select({ id: channels.id, active: channels.active })
    .from(channels)
    .where(eq(channels.code, code))
    .for("key share");
  if (!channel) throw new Refusal("channel.unknown", { channel: code });
  if (!channel.active) throw new Refusal("channel.closed", { channel: code });
  return channel.id;
}
