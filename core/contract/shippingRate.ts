/** What the store charges for shipping, by country and value of the goods. */
import * as z from "zod";
import { amountMinor, eachOnce, id, money, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";
import { countries } from "./values/countries.ts";

export const ShippingRate = z.object({
  id: id("shippingRate"),
  name: z.string(),
  countries: z.array(z.string()).nullable().describe("Null: every country that no other active rate names."),
  minimum: money.describe("The value of goods, after discount, from which the rate applies."),
  amount: money.describe("The shipping charge."),
  active: z.boolean(),
  createdAt: time,
});
export type ShippingRate = z.output<typeof ShippingRate>;

const fields = {
  name: text(100),
  countries: eachOnce(z.array(z.enum(countries)).min(1).max(300)).nullable(),
  minimumMinor: amountMinor,
  amountMinor,
  active: z.boolean(),
};

export const list = operation({
  name: "shippingRate.list",
  method: "GET",
  path: "/api/admin/shipping-rates",
  right: "signedIn",
  vendor: "closed",
  summary:
    "List the shipping rates, newest first. Among the active rates for a cart's country, or else those for all other countries, the one with the highest minimum that the goods reach applies; shipping is free while the store has no rates at all, not even inactive ones.",
  input: z.strictObject({ ...listing }),
  output: pageOf(ShippingRate),
  refuses: [],
});

export const create = operation({
  name: "shippingRate.create",
  method: "POST",
  path: "/api/admin/shipping-rates",
  right: "store.write",
  vendor: "closed",
  summary: "Add a shipping rate.",
  input: z.strictObject({
    name: fields.name,
    countries: fields.countries.default(null),
    minimumMinor: fields.minimumMinor.default(0),
    amountMinor,
    active: fields.active.default(true),
  }),
  output: ShippingRate,
  status: 201,
  refuses: [],
});

export const edit = operation({
  name: "shippingRate.edit",
  method: "PATCH",
  path: "/api/admin/shipping-rates/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Change a shipping rate. Existing orders keep their charge.",
  input: z
    .strictObject({ id: id("shippingRate"), ...z.strictObject(fields).partial().shape })
    .meta({ examples: [{ amountMinor: 4900 }] }),
  output: ShippingRate,
  refuses: ["shippingRate.unknown"],
});

export const remove = operation({
  name: "shippingRate.remove",
  method: "DELETE",
  path: "/api/admin/shipping-rates/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Remove a shipping rate. Existing orders keep their charge.",
  input: z.strictObject({ id: id("shippingRate") }),
  output: z.object({}),
  refuses: ["shippingRate.unknown"],
});

export const history = operation({
  name: "shippingRate.history",
  method: "GET",
  path: "/api/admin/shipping-rates/{id}/history",
  right: "signedIn",
  vendor: "closed",
  summary: "List the changes to a shipping rate, newest first.",
  input: z.strictObject({ id: id("shippingRate"), ...listing }),
  output: History,
  refuses: ["shippingRate.unknown"],
});
