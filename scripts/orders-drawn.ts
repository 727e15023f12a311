/** docs/orders.md: the states of an order and what may be done in each, drawn from the tables that the verbs go by. */
import { byParcelStatus, byPaymentStatus, byStatus } from "#core/order/states";

type Table = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** What each move is called in the API. */
const operations: Readonly<Record<string, string>> = {
  pay: "order.markPaid",
  payRest: "order.markPaid, of what an edit added to a paid order",
  unpay: "order.markUnpaid",
  editLines: "order.editLines",
  cancel: "order.cancel",
  closeRest: "order.closeRest",
  ship: "parcel.ship",
  edit: "parcel.edit",
  deliver: "parcel.deliver",
  undeliver: "parcel.undeliver",
  unship: "parcel.unship",
  return: "returns.record",
};

function drawn(table: Table): string {
  const states = Object.keys(table);
  const moves = [...new Set(Object.values(table).flatMap((cells) => Object.keys(cells)))];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["", ...states]),
    row(["---", ...states.map(() => "---")]),
    ...moves.map((move) =>
      row([
        operations[move] ?? move,
        ...states.map((state) => (table[state]?.[move] ? `\`${table[state][move]}\`` : "yes")),
      ]),
    ),
  ].join("\n");
}

export const ordersDrawn = (): string => `# The states of an order

Made by \`npm run openapi\` from \`core/order/states.ts\`, which is what the program goes by: change it there.
A cell names the code that refuses the move; "yes" lets it through. An order's contact and address may be corrected, notes
written and tags set, in any state.

## By how far the goods are

${drawn(byStatus)}

An order is \`pending\` while it waits for its payment, and \`confirmed\` when it need not: paid, to be paid at the door, or with
nothing to be paid. From there its status is what its parcels say: \`partiallyShipped\` when something has left,
\`shipped\` when everything has, \`delivered\` when all of it has arrived. The sweep cancels what has been \`pending\` for longer than the
store's window since it last became unpaid.

## By how far the money is

Both tables must let a move through. Where the goods refuse it, theirs is the code that is answered.

${drawn(byPaymentStatus)}

## By how far a parcel is

${drawn(byParcelStatus)}

An order that has not shipped has no parcel to name: \`parcel.unknown\`. A parcel of which goods have come back is not
unshipped: \`parcel.returned\`. A return may be withdrawn in any state, as long as what it put into stock is still there
(\`stock.gone\`).
`;
