/** What a message about a cart may say: what its event said, written out. */
import * as z from "zod";
import { money } from "#core/contract/fields";
import type { ScopeOf } from "#core/contract/message-variables";
import type { Store } from "#core/contract/store";
import { type Pictures, shopOf } from "./scope-of-order.ts";
import { wordsOf } from "./words.ts";

const text = z.string().nullish();

const Told = z.object({
  email: text,
  name: text,
  phone: text,
  contact: z.object({ email: text, name: text, phone: text }).nullish(),
  url: text,
  lines: z.array(
    z.object({
      ...{ productId: text, title: z.string(), sku: z.string(), quantity: z.int() },
      ...{ unitPrice: money.nullish(), total: money.nullish() },
    }),
  ),
  totals: z.object({ total: money.nullish() }).nullish(),
});

export interface ToldOfCart {
  readonly contact: { readonly email: string; readonly name: string; readonly phone: string };
  readonly lines: readonly { readonly productId: string }[];
  readonly scope: (store: Store, pictures: Pictures) => ScopeOf<"cart.abandoned">;
}

export function toldOfCart(data: unknown): ToldOfCart {
  const { contact, lines, totals, url, ...told } = Told.parse(data);
  const customer = {
    name: contact?.name ?? told.name ?? "",
    email: contact?.email ?? told.email ?? "",
    phone: contact?.phone ?? told.phone ?? "",
  };
  return {
    contact: customer,
    lines: lines.map(({ productId }) => ({ productId: productId ?? "" })),
    scope: (store, pictures) => {
      const words = wordsOf(store);
      return {
        shop: shopOf(store),
        customer,
        cart: {
          lines: lines.map(({ productId, title, sku, quantity, unitPrice, total }) => ({
            ...{ title, sku, quantity: String(quantity), unitPrice: words.money(unitPrice), total: words.money(total) },
            imageUrl: pictures.get(productId ?? "") ?? "",
          })),
          total: words.money(totals?.total),
          url: url ?? "",
        },
      };
    },
  };
}
