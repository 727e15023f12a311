/** docs/orders.md: the states of an order and the moves that each allows, drawn from the tables that the verbs use. */
import { byParcelStatus, byPaymentStatus, byStatus } from "#core/order/states";

type Table = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** The API's name for each move. */
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
  refund: "order.refund",
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

An order is \`pending\` while it waits for its payment, and \`confirmed\` when it need not: paid, cash on delivery, or with
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
(\`stock.gone\`). What comes back goes to the location that shipped it, unless another is named.

## What changes an order beside its states

\`order.editLines\` changes lines, what shipping costs and the discount code, in one go: lines that stay keep the price that was
agreed, a code that stays keeps its terms, and a new code has to be valid today. \`dryRun\` says what it would come to.

\`order.closeRest\` is for goods that will not come. The lines shrink to what has shipped, the stock allocated to the rest is free
at once, the totals are worked out anew, and the balance says what the customer is owed. An order that had reached the minimum
of its discount code keeps the discount.

\`order.markUnpaid\` takes back one payment that was recorded by hand, or all of them. While another payment stands, the order
stays \`paid\` and owes what is missing.

A paid order that comes to more after an edit stays \`paid\`, and its balance is \`customerOwes\`. The admin says so in the lists,
on the picking sheet, on the order's page and before a parcel ships. It is a warning: the order can ship all the same.

\`order.tag\` sets words of the staff's own. They change nothing but the order's version, and the list can be filtered by them.
`;
