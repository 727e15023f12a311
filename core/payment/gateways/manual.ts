import * as z from "zod";
import type { Gateway } from "./gateway.ts";

/** By hand: cash at the counter, a bank transfer. Staff say that it has come, so nobody is asked. */
export const manual = {
  code: "manual",
  label: "By hand",
  settings: z.strictObject({}),
  mode: () => "live",
  cannotRefund: "A payment that was taken by hand is given back by hand, outside of this system.",
} satisfies Gateway;
