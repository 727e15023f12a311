/** The effect of a change to an order in a few words: goods, parcel, terms, contact and reason. */
import { setApart } from "#core/contract/values/set-apart";
import { reasonTexts } from "../../payments/labels.ts";
import { moneyText } from "../../ui/format/money.ts";
import type { Order } from "../types.ts";

type Facts = Readonly<Record<string, unknown>> | null;

export function changeText({ before, after }: { before: Facts; after: Facts }, order: Order): string {
  const gone = goodsOf(linesIn(before?.["return"]) ?? linesIn(before?.["parcel"]), order);
  if (!after) return gone;
  const { changed, reason, paymentIds, amountMinor } = after;
  const amount = (minor: unknown) =>
    typeof minor === "number" ? moneyText({ amountMinor: minor, currency: order.currency }) : "";
  const pair = (name: string, label: string, text: (value: unknown) => string) =>
    before && name in before && name in after
      ? `${label}: ${text(before[name]) || "none"} → ${text(after[name]) || "none"}`
      : "";
  const parts = [
    ...(Array.isArray(changed) ? changed.map(lineText) : []),
    pair("name", "name", textOf),
    pair("email", "email", textOf),
    pair("phone", "phone", textOf),
    "address" in after ? "address" : "",
    pair("shippingMinor", "shipping", amount),
    pair("discountCode", "discount code", textOf),
    pair("tags", "tags", listText),
  ];
  return [
    parts.filter(Boolean).join(", "),
    parcelText(after, order) || goodsOf(after["lines"], order) || gone,
    Array.isArray(paymentIds) ? amount(amountMinor) : "",
    unmatchedText(after),
    textOf(reason),
    "dispute" in after && !reason ? textOf(after["status"]) : "",
    "parcelId" in after ? textOf(after["says"] ?? after["notVoided"]) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listText = (list: unknown): string => (Array.isArray(list) ? list.join(", ") : "");
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Money that the order's own payments do not contain: its amount, and why it is not counted. */
function unmatchedText({ unmatched, amountMinor, currency }: NonNullable<Facts>): string {
  if (typeof amountMinor !== "number" || typeof currency !== "string") return "";
  const why = Object.entries(reasonTexts).find(([reason]) => reason === unmatched)?.[1];
  return why ? `${moneyText({ amountMinor, currency })} · ${why}` : "";
}

/** An undone return or parcel is recorded as a whole. */
const linesIn = (whole: unknown): unknown => (isRecord(whole) ? whole["lines"] : undefined);

/** A parcel's number, contents and tracking number; taken from its current state if the change does not have them. */
function parcelText(after: NonNullable<Facts>, order: Order): string {
  if (!("parcelId" in after)) return "";
  const index = order.parcels.findIndex(({ id }) => id === after["parcelId"]);
  const parcel = order.parcels[index];
  const trackingNumber = textOf(after["trackingNumber"]) || (parcel?.trackingNumber ?? "");
  return [
    parcel && `Parcel ${index + 1}`,
    goodsOf(after["lines"] ?? parcel?.lines, order),
    trackingNumber && `tracking number ${trackingNumber}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "2 × MUG, 1 × BOWL" */
function goodsOf(lines: unknown, order: Order): string {
  if (!Array.isArray(lines)) return "";
  return lines
    .flatMap((line: unknown) => {
      if (!isRecord(line) || typeof line["quantity"] !== "number") return [];
      const sku = line["sku"] ?? order.lines.find(({ id }) => id === line["lineId"])?.sku;
      return typeof sku === "string" ? [`${line["quantity"]} × ${setApart(sku)}`] : [];
    })
    .join(", ");
}

function lineText(line: unknown): string {
  if (!isRecord(line) || !("sku" in line && "before" in line && "after" in line)) return "";
  return `${setApart(textOf(line["sku"]))}: ${String(line["before"])} → ${String(line["after"])}`;
}
