/** The amounts that the refund form offers: staff take them without working them out again. */
import { expect, it } from "vitest";
import type { Order } from "../../web/orders/types.ts";
import { afterReturnText, suggestedRefunds } from "../../web/payments/suggested-refunds.ts";

const money = (amountMinor: number) => ({ amountMinor, currency: "INR" });

interface Given {
  readonly total?: number;
  readonly paid?: number;
  readonly shipping?: number;
  readonly returned?: number;
  readonly refunds?: readonly (readonly [amountMinor: number, status: Order["refunds"][number]["status"]])[];
}

function orderOf({ total = 2000, paid = 2000, shipping = 0, returned = 0, refunds = [] }: Given, byGateway = true) {
  const left = refunds.reduce((rest, [amount, state]) => (state === "failed" ? rest : rest - amount), paid);
  const order = {
    status: "shipped",
    totals: { total: money(total), shipping: money(shipping) },
    lines: [{ total: money(total - shipping) }],
    paid: money(paid),
    returns: [{ worth: money(returned) }],
    refunds: refunds.map(([amount, state]) => ({ amount: money(amount), status: state })),
    refundable: money(byGateway ? left : 0),
  } as unknown as Order; // the rest is not read
  return { order, left };
}

function offered(given: Given) {
  const { order, left } = orderOf(given);
  return suggestedRefunds(order, left).map(({ label, amountMinor }) => [label.split(" ")[0], amountMinor]);
}

it.each<[string, Given, readonly (readonly [string, number])[]]>([
  [
    "all of the returned goods if nothing has been refunded",
    { returned: 600 },
    [
      ["Returned", 600],
      ["Full", 2000],
    ],
  ],
  [
    "what is left of them after a refund, even a pending one",
    {
      returned: 600,
      refunds: [
        [200, "succeeded"],
        [100, "pending"],
        [300, "failed"],
      ],
    },
    [
      ["Returned", 300],
      ["Full", 1700],
    ],
  ],
  // The rest of the order was closed, and what was paid for it refunded, before goods came back.
  [
    "all of them if the refunds only gave back what was paid beyond the total",
    { total: 1200, returned: 600, refunds: [[800, "succeeded"]] },
    [
      ["Returned", 600],
      ["Full", 1200],
    ],
  ],
  [
    "what was paid beyond the total beside them",
    { total: 1200, returned: 600 },
    [
      ["Returned", 600],
      ["What", 800],
      ["Full", 2000],
    ],
  ],
  [
    "less than their worth if they were not paid in full",
    { total: 2300, returned: 600 },
    [
      ["Returned", 300],
      ["Full", 2000],
    ],
  ],
  [
    "no more of what the store owes than a pending refund leaves",
    { total: 1200, refunds: [[500, "pending"]] },
    [
      ["What", 300],
      ["Full", 1500],
    ],
  ],
  // For a parcel that came late, its charge was looked up on the order and typed.
  [
    "what was paid for shipping",
    { shipping: 150 },
    [
      ["Shipping", 150],
      ["Full", 2000],
    ],
  ],
  ["shipping once", { shipping: 150, refunds: [[150, "pending"]] }, [["Full", 1850]]],
  ["nothing if everything has been refunded", { returned: 600, refunds: [[2000, "succeeded"]] }, []],
])("offers %s", (_, given, amounts) => {
  expect(offered(given)).toEqual(amounts);
});

// A clerk was told to refund what had been paid in cash, and looked for a button that no such order has.
it("after a return says to refund, or that money paid by hand is given back by hand", () => {
  const said = (given: Given, byGateway?: boolean) => afterReturnText(orderOf(given, byGateway).order);
  expect(said({})).toContain("Refund the payment");
  expect(said({}, false)).toContain("give the money back yourself");
  expect(said({ paid: 0 })).toBe("");
  expect(said({ refunds: [[2000, "pending"]] })).toBe("");
});
