/** Why a variant costs what it costs. */
import * as z from "zod";
import { id, money, quantity, text, time } from "./fields.ts";
import { operation } from "./kit.ts";

/** Why a price list gave the price, or did not. */
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
  priceListId: id("priceList").nullable().describe("The list that gives it; null for the variant's own price."),
  variantPrice: money,
  lists: z
    .array(
      z.object({
        id: id("priceList"),
        name: z.string(),
        priority: z.int(),
        minQuantity: z.int().nullable().describe("Of its price for this quantity; null without one."),
        amount: money.nullable(),
        verdict: z.enum(verdicts),
      }),
    )
    .describe("Lists that have a price of the variant, the one that gave it first; up to 200."),
});
export type Explanation = z.output<typeof Explanation>;

export const explain = operation({
  name: "price.explain",
  method: "GET",
  path: "/api/admin/prices/explain",
  right: "pricing.read",
  vendor: "closed",
  summary: "Say what a variant costs, which price list gave the price, and why the others did not.",
  input: z.strictObject({
    variantId: id("variant"),
    quantity: quantity.default(1).describe("Of the variant in the whole order."),
    customerId: id("customer").optional().describe("Nobody known when nothing is said. Needs customers.read."),
    channel: text(50).optional().describe("A channel's code; none when nothing is said."),
    at: time.optional().describe("Now, when nothing is said. The lists are looked at as they are today."),
  }),
  output: Explanation,
  refuses: ["variant.unknown", "customer.unknown", "channel.unknown"],
});
