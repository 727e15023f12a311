/**
 * A process of buyers who all want the same thing at once; reports how many got it, and how many were refused with
 * which code.
 */
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import { db, disconnect } from "#core/db/client";
import { call } from "../call.ts";

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

process.once(
  "message",
  async ({ key, variantId, orders }: { key: string; variantId: Id<"variant">; orders: number }) => {
    const counts: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: orders }, async () => {
        const lines = [{ variantId, quantity: 1 }];
        const input = { email: "buyer@example.com", name: "Buyer", address, payment: "manual", lines } as const;
        const { body } = await call(order.create, input, { as: key });
        const came = body.error?.code ?? "made";
        counts[came] = (counts[came] ?? 0) + 1;
      }),
    );
    await disconnect();
    process.send?.(counts);
    process.disconnect();
  },
);

await db().$client`select 1`;
process.send?.("ready");
