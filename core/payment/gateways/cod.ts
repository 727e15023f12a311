import * as z from "zod";
import type { Gateway } from "./gateway.ts";

/** Cash on delivery: whoever delivers takes the money, so nobody is asked. */
export const cod = {
  code: "cod",
  label: "Cash on delivery",
  settings: z.strictObject({}),
  mode: () => "live",
  cannotRefund: "The store cannot refund cash. Pay it back yourself.",
} satisfies Gateway;
