/** The rate of a line in Shopify's file, which names an order's taxes and what each came to, and no line's. */

import { beforeAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { imported } from "../support/given/imports.ts";
import { newestColumns, shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

let numbers = 0;

type Taxes = readonly (readonly [name: string, value: string])[];
interface Said {
  readonly taxes: Taxes;
  /** The prices of the lines, without tax. */
  readonly prices?: readonly number[];
  readonly shipping?: number;
  readonly isTaxable?: readonly boolean[];
}

/** The rates of an order's lines in basis points. Taxes come on top, and each line is taxed alike. */
async function ratesOf({ taxes, prices = [100, 100], shipping = 0, isTaxable = [] }: Said) {
  const Name = `#T${++numbers}`;
  const tax = taxes.reduce((sum, [, value]) => sum + Number(value.replace(",", ".")), 0) || 10;
  const subtotal = prices.reduce((sum, price) => sum + price, 0);
  const line = (nth: number) => ({
    "Lineitem price": prices[nth]!.toFixed(2),
    "Lineitem taxable": String(isTaxable[nth] ?? true),
  });
  const file = shopifyOrders(
    [
      shopifyRow({
        ...{ Name, ...line(0), Subtotal: subtotal.toFixed(2), Shipping: shipping.toFixed(2), Taxes: tax.toFixed(2) },
        Total: (subtotal + shipping + tax).toFixed(2),
        ...Object.fromEntries(
          taxes.flatMap(([name, value], nth) => [
            [`Tax ${nth + 1} Name`, name],
            [`Tax ${nth + 1} Value`, value],
          ]),
        ),
      }),
      ...prices.slice(1).map((_, nth) => shopifyLine({ Name, "Lineitem name": "Cup", ...line(nth + 1) })),
    ],
    newestColumns,
  );
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1, refused: 0 } });
  const lines = await db().execute<{ rate: number }>(sql`
    select tax_basis_points as rate from order_lines
    where order_id = (select id from orders where number = ${Name}) order by position`);
  return lines.map(({ rate }) => rate);
}

it.each<[string, Said, number[]]>([
  ["one tax on everything", { taxes: [["IGST 18%", "36.00"]] }, [1800, 1800]],
  ["one tax, also on the shipping", { taxes: [["IGST 18%", "45.00"]], shipping: 50 }, [1800, 1800]],
  // Each line had a rate of 1 %.
  ["a rate with a decimal comma", { taxes: [["MWST 8,1%", "16.20"]] }, [810, 810]],
  [
    "two taxes on different goods whose amounts have a decimal comma",
    {
      taxes: [
        ["GST 5%", "5,00"],
        ["GST 18%", "18,00"],
      ],
    },
    [1150, 1150],
  ],
  [
    "two taxes on the same goods are added up",
    {
      taxes: [
        ["CGST 9%", "18.00"],
        ["SGST 9%", "18.00"],
      ],
    },
    [1800, 1800],
  ],
  [
    "two taxes on the same goods and the shipping are added up",
    {
      taxes: [
        ["State Tax 6.25%", "15.63"],
        ["City Tax 4.5%", "11.25"],
      ],
      shipping: 50,
    },
    [1075, 1075],
  ],
  // Both lines had a rate of 23 %, which neither was taxed with.
  [
    "two taxes on different goods are not",
    {
      taxes: [
        ["GST 5%", "5.00"],
        ["GST 18%", "18.00"],
      ],
    },
    [1150, 1150],
  ],
  [
    "two taxes on different goods, one also on the shipping, are not",
    {
      taxes: [
        ["VAT 7%", "7.00"],
        ["VAT 19%", "28.50"],
      ],
      shipping: 50,
    },
    [1420, 1420],
  ],
  [
    "two pairs on different goods are added up by pair",
    {
      taxes: [
        ["CGST 2.5%", "2.50"],
        ["SGST 2.5%", "2.50"],
        ["CGST 9%", "9.00"],
        ["SGST 9%", "9.00"],
      ],
    },
    [1150, 1150],
  ],
  [
    "the same tax twice, on different goods",
    {
      taxes: [
        ["VAT 20%", "20.00"],
        ["MwSt 20%", "20.00"],
      ],
    },
    [2000, 2000],
  ],
  [
    "a tax that came to nothing is not part of it",
    {
      taxes: [
        ["CGST 9%", "18.00"],
        ["SGST 9%", "18.00"],
        ["IGST 18%", "0.00"],
      ],
    },
    [1800, 1800],
  ],
  [
    "only the taxable goods count",
    {
      taxes: [
        ["State Tax 6%", "6.00"],
        ["City Tax 2%", "2.00"],
      ],
      isTaxable: [true, false],
    },
    [800, 0],
  ],
  [
    "a tax on a part of the goods is less on all of them",
    {
      taxes: [
        ["State Tax 6%", "12.00"],
        ["City Tax 2%", "1.60"],
      ],
    },
    [680, 680],
  ],
  ["a tax whose name has no rate", { taxes: [["VAT", "40.00"]] }, [2000, 2000]],
  ["a tax whose name has no rate, on odd amounts", { taxes: [["Tax", "0.84"]], prices: [4.99, 5.16] }, [825, 825]],
  ["a tax whose name has no rate, also on the shipping", { taxes: [["MwSt", "38.95"]], shipping: 5 }, [1900, 1900]],
  ["a tax of no round rate", { taxes: [["Tax", "17.75"]] }, [888, 888]],
  [
    "two taxes, one of them without a rate",
    {
      taxes: [
        ["GST 5%", "10.00"],
        ["PST", "14.00"],
      ],
    },
    [1200, 1200],
  ],
  ["no tax in the file that names what the taxes are", { taxes: [], prices: [30, 20] }, [2000, 2000]],
  [
    "without values, the names say all there is to know",
    {
      taxes: [
        ["CGST 9%", ""],
        ["SGST 9%", "?"],
      ],
    },
    [1800, 1800],
  ],
])("%s", async (_, said, rates) => {
  expect(await ratesOf(said)).toEqual(rates);
});
