/** Discount codes. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import { amountMinor, id, money, searchText, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { trimmed } from "./kit/patterns.ts";
import { History } from "./parts/history.ts";

export const kinds = ["percentage", "fixed", "freeShipping"] as const;
export const kind = z.enum(kinds);

export const Discount = z.object({
  id: id("discount"),
  code: z.string(),
  kind,
  basisPoints: z.int().nullable().describe("For a percentage: 1000 is 10 %."),
  amount: money.nullable().describe("For a fixed amount."),
  minimum: money.describe("The subtotal from which the code applies."),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  usageLimit: z.int().nullable(),
  perCustomerLimit: z.int().nullable().describe("How often one customer may use it."),
  used: z.int().describe("Number of uses by orders that are not cancelled."),
  active: z.boolean(),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but kept because orders refer to it. Its code is free again."),
});
export type Discount = z.output<typeof Discount>;

/** Not case-sensitive when used. A letter with a mark is stored as one character (NFC). */
const code = z
  .string()
  .regex(trimmed("[\\p{L}\\p{M}\\p{N}._-]{1,100}"), "1 to 100 letters, digits, dots, hyphens or underscores")
  .trim()
  .normalize("NFC");
const fields = {
  code,
  basisPoints: z.int().min(1).max(10_000),
  amountMinor: amountMinor.min(1),
  minimumMinor: amountMinor,
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  usageLimit: z.int().min(1).max(1_000_000_000).nullable(),
  perCustomerLimit: z.int().min(1).max(1_000_000).nullable().describe("How often one customer may use it."),
  active: z.boolean(),
};

export const list = operation({
  name: "discount.list",
  method: "GET",
  path: "/api/admin/discounts",
  right: "discounts.read",
  vendor: "closed",
  summary: "List discount codes, newest first. Archived ones are included only on request.",
  input: z.strictObject({
    ...listing,
    q: searchText(100).optional(),
    active: z.boolean().optional(),
    archived: z.boolean().default(false),
  }),
  output: pageOf(Discount),
  refuses: [],
});

export const create = operation({
  name: "discount.create",
  method: "POST",
  path: "/api/admin/discounts",
  right: "discounts.write",
  vendor: "closed",
  summary: "Create a discount code: `basisPoints` for a percentage, `amountMinor` for a fixed amount.",
  input: byValueOf(
    z.strictObject({
      code,
      kind,
      basisPoints: fields.basisPoints.optional(),
      amountMinor: fields.amountMinor.optional(),
      minimumMinor: fields.minimumMinor.default(0),
      startsAt: fields.startsAt.default(null),
      endsAt: fields.endsAt.default(null),
      usageLimit: fields.usageLimit.default(null),
      perCustomerLimit: fields.perCustomerLimit.default(null),
      active: fields.active.default(true),
    }),
    "kind",
    [
      { is: ["percentage"], needs: ["basisPoints"], without: ["amountMinor"] },
      { is: ["fixed"], needs: ["amountMinor"], without: ["basisPoints"] },
      { is: ["freeShipping"], without: ["basisPoints", "amountMinor"] },
    ],
  ),
  output: Discount,
  status: 201,
  refuses: ["discount.codeTaken"],
});

export const read = operation({
  name: "discount.read",
  method: "GET",
  path: "/api/admin/discounts/{id}",
  right: "discounts.read",
  vendor: "closed",
  summary: "Show a discount code.",
  input: z.strictObject({ id: id("discount") }),
  output: Discount,
  refuses: ["discount.unknown"],
});

export const edit = operation({
  name: "discount.edit",
  method: "PATCH",
  path: "/api/admin/discounts/{id}",
  right: "discounts.write",
  vendor: "closed",
  summary:
    "Change a discount code, except its kind; turning on an archived one restores it. Orders keep the terms they were placed with.",
  input: z
    .strictObject({ id: id("discount"), ...z.strictObject(fields).partial().shape })
    .meta({ examples: [{ endsAt: "2026-12-31T23:59:59.000Z", usageLimit: 100 }] }),
  output: Discount,
  refuses: ["discount.unknown", "discount.codeTaken", "discount.limitBelowUses"],
});

export const remove = operation({
  name: "discount.remove",
  method: "DELETE",
  path: "/api/admin/discounts/{id}",
  right: "discounts.write",
  vendor: "closed",
  summary: "Remove a discount code, or archive it if orders refer to it.",
  input: z.strictObject({ id: id("discount") }),
  output: z.object({ archived: z.boolean() }),
  refuses: ["discount.unknown"],
});

export const history = operation({
  name: "discount.history",
  method: "GET",
  path: "/api/admin/discounts/{id}/history",
  right: "discounts.read",
  vendor: "closed",
  summary: "List the changes to a discount code, newest first.",
  input: z.strictObject({ id: id("discount"), ...listing }),
  output: History,
  refuses: ["discount.unknown"],
});
