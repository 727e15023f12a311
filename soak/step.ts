/** What a step of the soak is: something a client does in the world that all clients share. */
import type { Id } from "#core/contract/kit/fields";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import type { Chooser } from "./choices.ts";

export interface World {
  readonly products: readonly Id<"product">[];
  readonly variants: readonly Id<"variant">[];
  readonly locations: readonly Id<"location">[];
  /** One of the locations: cleared and closed, and opened again, while the others work. */
  readonly corner: Id<"location">;
  /** What the test carrier signs its notices with. */
  readonly carrier: { readonly webhookSecret: string };
  /** Where the test gateway is, and what it signs its events with. */
  readonly gateway: { readonly url: string; readonly webhookSecret: string };
  readonly discounts: readonly { readonly id: Id<"discount">; readonly code: string }[];
  readonly groups: readonly Id<"group">[];
  readonly priceLists: readonly Id<"priceList">[];
}

/** The API keys that the clients use. */
export interface Keys {
  readonly owner: string;
  readonly storefront: string;
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
