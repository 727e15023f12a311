import * as z from "zod";
import type { Gateway } from "./gateway.ts";

/** By hand: cash at the counter, or a bank transfer. Staff record the payment; there is no API. */
export const manual = {
  code: "manual",
  label: "Bank transfer or in person",
  settings: z.strictObject({}),
  mode: () => "live",
  cannotRefund: "This cannot be refunded from here. Pay the customer back the way they paid.",
} satisfies Gateway;
