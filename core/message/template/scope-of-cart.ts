/** The data for a message about a cart: that of its event, formatted. */
import * as z from "zod";
import { problems as cartProblems, lineProblems } from "#core/contract/cart";
import { money } from "#core/contract/kit/fields";
import type { Store } from "#core/contract/store";
import type { ScopeOf } from "#core/contract/values/message-variables";
import { unsubscribeUrl } from "#core/message/decline-link";
import { type Pictures, shopOf } from "./scope-of-order.ts";
import { wordsOf } from "./words.ts";

const text = z.string().nullish();

const Told = z.object({
  ...{ email: text, name: text, phone: text, token: text },
  lines: z.array(
    z.object({
      ...{ variantId: z.string(), title: z.string(), sku: z.string(), quantity: z.int() },
      ...{ unitPrice: money.nullish(), total: money.nullish(), problem: z.enum(lineProblems).nullish() },
    }),
  ),
  totals: z.object({ total: money.nullish() }).nullish(),
  problems: z.array(z.enum(cartProblems)).nullish(),
});

export interface CartEventData {
  readonly contact: { readonly email: string; readonly name: string; readonly phone: string };
  /** The variants that the shopper is reminded of; none if nothing in the cart can be bought any more. */
  readonly variantIds: readonly string[];
  readonly scope: (store: Store, pictures: Pictures) => ScopeOf<"cart.abandoned">;
}

export function cartEventData(data: unknown): CartEventData {
  const { email, name, phone, token, lines: all, totals, problems } = Told.parse(data);
  // Nobody is reminded of what they cannot buy any more; the total is without it, too.
  const isClosed = problems?.includes("channel") ?? false;
  const lines = isClosed ? [] : all.filter(({ problem }) => !problem || problem === "short");
  const customer = { name: name ?? "", email: email ?? "", phone: phone ?? "" };
  return {
    contact: customer,
    variantIds: lines.map(({ variantId }) => variantId),
    scope: (store, pictures) => {
      const words = wordsOf(store);
      return {
        shop: shopOf(store),
        customer,
        cart: {
          lines: lines.map(({ variantId, title, sku, quantity, unitPrice, total }) => ({
            ...{ title, sku, quantity: String(quantity), unitPrice: words.money(unitPrice), total: words.money(total) },
            imageUrl: pictures.get(variantId) ?? "",
          })),
          total: words.money(totals?.total),
          url: token ? (store.cartUrl ?? "").replace("{token}", encodeURIComponent(token)) : "",
        },
        unsubscribeUrl: unsubscribeUrl(customer.email),
      };
    },
  };
}
