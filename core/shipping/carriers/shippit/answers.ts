/** Shippit's answers. Its documentation and its users differ about some: both forms are read. */
import * as z from "zod";
import { idText, pageUrl } from "#core/provider/fields";
import { readable, readableList, readableText } from "../readable.ts";
import { Failure } from "./api.ts";

const text = z.string().nullish();
const Pickup = Failure.extend({
  id: readable(z.int()),
  manifest: readable(z.string()),
  success: z.boolean().nullish(),
});
export const PickupAnswer = Pickup.extend({ response: z.array(Pickup).nullish() });
export const UnknownNumber = z.object({ error: z.object({ order_id: z.array(z.string()) }) });
export const Quotes = z.object({
  response: readableList(
    z.object({
      courier_type: idText,
      success: z.boolean().nullish(),
      quotes: z
        .array(readable(z.object({ price: z.union([z.number(), z.string()]), estimated_transit_time: readableText })))
        .nullish(),
    }),
  ),
});
export const Cancelled = z.object({ response: z.object({ state: text }) });
export const Order = z.object({
  response: z.object({
    tracking_number: idText,
    courier_name: readable(z.string()),
    courier_type: readable(z.string()),
    price: readable(z.union([z.number(), z.string()])),
    tracking_url: readable(pageUrl),
  }),
});
