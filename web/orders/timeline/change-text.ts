/** What a change of an order did, in a few words: quantities of lines, its terms, its tags, and the reason. */
import { moneyText } from "../../ui/format/money.ts";

type Facts = Readonly<Record<string, unknown>> | null;

export function changeText({ before, after }: { before: Facts; after: Facts }, currency: string): string {
  if (!after) return "";
  const { changed, reason, paymentIds, amountMinor } = after;
  const amount = (minor: unknown) => (typeof minor === "number" ? moneyText({ amountMinor: minor, currency }) : "");
  const pair = (name: string, label: string, text: (value: unknown) => string) =>
    before && name in before && name in after
      ? `${label}: ${text(before[name]) || "none"} → ${text(after[name]) || "none"}`
      : "";
  const parts = [
    ...(Array.isArray(changed) ? changed.map(lineText) : []),
    pair("shippingMinor", "shipping", amount),
    pair("discountCode", "discount code", textOf),
    pair("tags", "tags", listText),
  ];
  return [
    parts.filter(Boolean).join(", "),
    Array.isArray(paymentIds) ? amount(amountMinor) : "",
    typeof reason === "string" ? reason : "",
    "parcelId" in after ? textOf(after["says"] ?? after["notVoided"]) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listText = (list: unknown): string => (Array.isArray(list) ? list.join(", ") : "");

function lineText(line: unknown): string {
  if (typeof line !== "object" || line === null || !("sku" in line && "before" in line && "after" in line)) return "";
  return `${String(line.sku)}: ${String(line.before)} → ${String(line.after)}`;
}
