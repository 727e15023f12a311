import * as z from "zod";
import type { Gateway } from "./gateway.ts";

/** By hand: cash at the counter, or a bank transfer. Staff record the payment; there is no API. */
export const manual = {
  code: "manual",
  label: "Bank transfer or in person",
  settings: z.strictObject({}),
  mode: () => "live",
  cannotRefund: "The store cannot refund it. Pay it back the way it was paid.",
} satisfies Gateway;
