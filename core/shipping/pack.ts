/** A parcel as described to carriers: sender, recipient, contents and weight. */

import type { Address, Id } from "#core/contract/kit/fields";
import { type Parcel, usableEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { portion } from "#core/money";
import { askableMinor } from "#core/order/balance";
import type { Units } from "#core/order/count-units";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { crossesCustoms } from "./carriers/customs.ts";
import type { Amount, Item, ParcelRequest } from "./carriers/parcel.ts";
import { heldUnits } from "./held-units.ts";

export interface Packing {
  readonly locationId: Id<"location">;
  readonly lines: Units;
  readonly boxId?: Id<"box"> | null | undefined;
  readonly weightGrams?: number | undefined;
}

export interface PackedBox extends NonNullable<Parcel["box"]> {
  readonly weightGrams: number;
}

/** The data for every carrier; each has its own name for the place it collects from. */
export interface PackedParcel extends Omit<ParcelRequest, "pickupPlace"> {
  readonly pickupPlaces: Readonly<Record<string, string>>;
  readonly packedIn: Parcel["box"];
}

/**
 * The caller has locked the order's row and checked that the lines belong to it.
 * @throws Refusal `box.unknown`, `parcel.noLocationAddress`, or `parcel.noWeight` with the lines without a weight.
 */
export async function packParcel(
  change: Change,
  row: OrderRow,
  lines: readonly LineRow[],
  packing: Packing,
): Promise<PackedParcel> {
  const box = await boxOf(change, packing.boxId);
  const goods = await goodsIn(change, lines, packing.lines);
  const weightGrams = packing.weightGrams ?? weightOf(goods, box);
  const contents = contentsOf(goods, weightGrams);
  const { name, timeZone } = await storeSettings(change.tx);
  const place = await placeOf(change, packing.locationId);
  const from = { name, company: name, ...(place.phone && { phone: place.phone }), address: place.address };
  const to = {
    name: row.name,
    email: usableEmail(row.email),
    ...(row.phone && { phone: row.phone }),
    address: row.address,
  };
  const isDeclared = crossesCustoms(from, to);
  const items = goods.map((one) => itemOf(one, contents, isDeclared));
  return {
    ...{ from, to },
    pickupPlaces: place.pickupPlaces,
    weightGrams,
    ...(box && { box: { lengthMm: box.lengthMm, widthMm: box.widthMm, heightMm: box.heightMm } }),
    packedIn: box && { name: box.name, lengthMm: box.lengthMm, widthMm: box.widthMm, heightMm: box.heightMm },
    items,
    value: {
      amountMinor: items.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0),
      currency: row.currency,
    },
    collect: await collectedBy(change, row, lines, packing.lines),
    at: change.at,
    day: new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(change.at),
  };
}

/** The given box, the default one for undefined, and none for null. */
export async function boxOf(change: Change, boxId: Packing["boxId"]): Promise<PackedBox | null> {
  if (boxId === null) return null;
  const [box] = await change.tx.execute<PackedBox & Record<string, unknown>>(sql`
    select name, length_mm as "lengthMm", width_mm as "widthMm", height_mm as "heightMm", weight_grams as "weightGrams"
    from boxes where ${boxId === undefined ? sql`is_default` : sql`id = ${boxId}`}`);
  if (!box && boxId !== undefined) throw new Refusal("box.unknown");
  return box ?? null;
}

async function placeOf(change: Change, id: Id<"location">) {
  const [place] = await change.tx.execute<{
    address: Address | null;
    phone: string | null;
    pickupPlaces: Record<string, string>;
  }>(sql`select address, phone, pickup_places as "pickupPlaces" from locations where id = ${id}`);
  if (!place) throw new Refusal("location.unknown", { locationIds: [id] });
  if (!place.address) throw new Refusal("parcel.noLocationAddress", { locationId: id });
  return { ...place, address: place.address };
}

interface Goods {
  readonly line: LineRow;
  readonly quantity: number;
  readonly weightGrams: number | null;
  /** The variant's price today, before a reduction if it costs nothing. */
  readonly priceMinor: number;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}

async function goodsIn(change: Change, lines: readonly LineRow[], units: Units): Promise<Goods[]> {
  const rows = await change.tx.execute<Omit<Goods, "line" | "quantity"> & { id: Id<"variant"> }>(sql`
    select id, weight_grams as "weightGrams", hs_code as "hsCode", origin_country as "originCountry",
      coalesce(nullif(price_minor, 0), compare_at_minor, 0)::float8 as "priceMinor"
    from variants where id = any(${sql.param(lines.map(({ variantId }) => variantId))}::text[])`);
  return units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    const variant = rows.find(({ id }) => id === line?.variantId) ?? {
      ...{ weightGrams: null, priceMinor: 0, hsCode: null, originCountry: null },
    };
    return line ? [{ ...variant, line, quantity }] : [];
  });
}

function weightOf(goods: readonly Goods[], box: PackedBox | null): number {
  const without = goods.filter(({ weightGrams }) => !weightGrams);
  if (without.length > 0) throw new Refusal("parcel.noWeight", { lines: without.map(({ line }) => namedLine(line)) });
  return goods.reduce((sum, { weightGrams, quantity }) => sum + (weightGrams ?? 0) * quantity, box?.weightGrams ?? 0);
}

const namedLine = ({ id, sku, title }: LineRow) => ({ lineId: id, sku, title });

function itemOf(goods: Goods, contents: Contents, isDeclared: boolean): Item {
  const { line, quantity, weightGrams, ...customs } = goods;
  const paidMinor = Math.floor((line.unitPriceMinor * line.quantity - line.discountMinor) / line.quantity);
  return {
    sku: line.sku,
    name: line.title,
    quantity,
    // Customs takes no goods without a value: those that were free are declared with their usual price.
    priceMinor: paidMinor || (isDeclared ? line.unitPriceMinor || customs.priceMinor : 0),
    weightGrams: Math.max(1, Math.floor((weightGrams || contents.share) * contents.scale)),
    ...(customs.hsCode && { hsCode: customs.hsCode }),
    ...(customs.originCountry && { originCountry: customs.originCountry }),
  };
}

interface Contents {
  /** The weight of a unit without one, because carriers require one per item. */
  readonly share: number;
  /** Below 1 if the parcel was weighed and the units' weights add up to more: customs would refuse it. */
  readonly scale: number;
}

function contentsOf(goods: readonly Goods[], whole: number): Contents {
  const share = whole / goods.reduce((units, { quantity }) => units + quantity, 0);
  const sum = goods.reduce((grams, { quantity, weightGrams }) => grams + quantity * (weightGrams || share), 0);
  return { share, scale: Math.min(1, whole / sum) };
}

/**
 * The amount to collect for this parcel of a cash-on-delivery order: the total of its goods, or for the last parcel
 * all that is still unpaid. Together the parcels collect what the customer owes, and never more: neither refunded money,
 * nor again what a parcel on its way collects. A label being cancelled without having left collects nothing.
 */
async function collectedBy(
  change: Change,
  row: OrderRow,
  lines: readonly LineRow[],
  units: Units,
): Promise<Amount | undefined> {
  if (row.paymentMethod !== "cod") return undefined;
  const [others] = await change.tx.execute<{ minor: string }>(sql`
    select coalesce(sum(collect_minor), 0)::text as minor from parcels
    where order_id = ${row.id} and (shipped_at is not null or status = 'booking')`);
  const open = askableMinor(row) - Number(others?.minor ?? 0);
  if (open <= 0) return undefined;
  const held = await heldUnits(change, row.id);
  const inThis = new Map(units.map(({ lineId, quantity }) => [lineId, quantity]));
  const isLast = lines.every(
    ({ id, quantity, shippedQuantity }) => quantity <= shippedQuantity + (held.get(id) ?? 0) + (inThis.get(id) ?? 0),
  );
  const worth = lines.reduce(
    (sum, { id, quantity, totalMinor }) => sum + portion(totalMinor, inThis.get(id) ?? 0, quantity),
    0,
  );
  const amountMinor = isLast ? open : Math.min(open, worth);
  return amountMinor > 0 ? { amountMinor, currency: row.currency } : undefined;
}
