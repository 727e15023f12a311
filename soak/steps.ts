/**
 * What the soak's clients do: every operation that moves stock or money, customers and carts, and a carrier and a
 * gateway in trouble, on few stock levels and few orders, so that they collide.
 */
import { customerSteps } from "./customer-steps.ts";
import { moneySteps } from "./money-steps.ts";
import { orderSteps } from "./order-steps.ts";
import { parcelSteps } from "./parcel-steps.ts";
import type { Step } from "./step.ts";
import { stockSteps } from "./stock-steps.ts";
import { storeSteps } from "./store-steps.ts";

/** Each is refused some of the time, which is as it should be. */
export const steps: Readonly<Record<string, Step>> = {
  ...orderSteps,
  ...parcelSteps,
  ...moneySteps,
  ...customerSteps,
  ...stockSteps,
  ...storeSteps,
};
