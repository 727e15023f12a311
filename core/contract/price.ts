/** Explains a variant's price. */
import * as z from "zod";
import { id, money, quantity, text, time } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";

/** Why a price list did or did not give the price. */
export const verdicts = [
  "given",
  "archived",
  "inactive",
  "notYet",
  "over",
  "otherChannel",
  "otherGroup",
  "quantityTooSmall",
  "lowerPriority",
  "smallerBreak",
  "dearer",
  "later",
] as const;

export const Explanation = z.object({
  price: money,
  priceListId: id("priceList").nullable().describe("The list that gives the price; null for the variant's own price."),
  variantPrice: money,
  lists: z
    .array(
      z.object({
        id: id("priceList"),
        name: z.string(),
        priority: z.int(),
        minQuantity: z.int().nullable().describe("The minimum of its price for this quantity; null if it has none."),
        amount: money.nullable(),
        verdict: z.enum(verdicts),
      }),
    )
    .describe("Price lists with a price for the variant, the one that applies first; up to 200."),
});
export type Explanation = z.output<typeof Explanation>;

export const explain = operation({
  name: "price.explain",
  method: "GET",
  path: "/api/admin/prices/explain",
  right: "pricing.read",
  vendor: "closed",
  summary: "Explain a variant's price: which price list gave it, and why the others did not.",
  input: z.strictObject({
    variantId: id("variant"),
    quantity: quantity.default(1).describe("Of this variant in the whole order."),
    customerId: id("customer").optional().describe("An unknown customer if left out. Needs customers.read."),
    channel: text(50).optional().describe("A channel's code; no channel if left out."),
    at: time.optional().describe("Now if left out. The lists themselves are taken as they are today."),
  }),
  output: Explanation,
  refuses: ["variant.unknown", "customer.unknown", "channel.unknown"],
});
