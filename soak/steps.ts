/** What the soak's clients do: every operation that moves stock or money, on few shelves and few orders, so that they collide. */
import type { Id } from "#core/contract/fields";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import type { Chooser } from "./choices.ts";
import { orderSteps } from "./order-steps.ts";
import { shelfSteps } from "./shelf-steps.ts";
import { storeSteps } from "./store-steps.ts";

export interface World {
  readonly products: readonly Id<"product">[];
  readonly variants: readonly Id<"variant">[];
  readonly locations: readonly Id<"location">[];
  /** One of the locations: cleared and closed, and opened again, while the others work. */
  readonly corner: Id<"location">;
  readonly discounts: readonly { readonly id: Id<"discount">; readonly code: string }[];
}

export interface Answered<Op extends Operation> {
  readonly status: number;
  readonly body: Answer<Op>;
}
/** Asks as a client does; a fault, or a refusal that is not declared, throws. */
export type Ask = <Op extends Operation>(op: Op, input: Asked<Op>, idempotencyKey?: string) => Promise<Answered<Op>>;

export interface Client extends Chooser {
  readonly ask: Ask;
  readonly world: World;
}

/** Answers what came of it; nothing when there was nothing to do it to. */
export type Step = (client: Client) => Promise<{ readonly status: number } | undefined>;

/** Each is refused some of the time, which is as it should be. */
export const steps: Readonly<Record<string, Step>> = { ...orderSteps, ...shelfSteps, ...storeSteps };
