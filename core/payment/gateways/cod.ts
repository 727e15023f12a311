import * as z from "zod";
import type { Gateway } from "./gateway.ts";

/** Cash on delivery: the courier takes the money, so there is no API. */
export const cod = {
  code: "cod",
  label: "Cash on delivery",
  settings: z.strictObject({}),
  mode: () => "live",
  cannotRefund: "Cash cannot be refunded from here. Pay the customer back yourself.",
} satisfies Gateway;
