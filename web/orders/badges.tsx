import { Group } from "@mantine/core";
import type { PaymentStatus, Returned, Status } from "#core/contract/order";
import { Badge } from "../ui/badge.tsx";
import { moneyText } from "../ui/format/money.ts";
import { balanceOptions, goodsBadge, owedAfterPayment, paymentBadges, statusBadges } from "./labels.ts";
import type { Order } from "./types.ts";

/** The status alone, if the state of the goods is not known. */
export function StatusBadge({ status }: { status: Status }) {
  const [label, color] = statusBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

interface Goods {
  readonly status: Status;
  /** Units waiting for stock. */
  readonly backordered: number;
  readonly returned: Returned;
}

/** The state of the goods, and whether any were returned. */
export function GoodsBadges({ goods: { status, backordered, returned } }: { goods: Goods }) {
  const [label, color] = goodsBadge(status, backordered);
  return (
    <Group gap={4} display="inline-flex">
      <Badge color={color}>{label}</Badge>
      {returned === "some" && <Badge color="violet">Partially returned</Badge>}
      {returned === "all" && <Badge color="gray">Returned</Badge>}
    </Group>
  );
}

/** The goods of a full order. */
export const goodsOf = ({ status, lines }: Pick<Order, "status" | "lines">): Goods => {
  const total = (unitsOf: (line: Order["lines"][number]) => number) =>
    lines.reduce((sum, line) => sum + unitsOf(line), 0);
  const returned = total((line) => line.returned);
  return {
    status,
    backordered: total((line) => line.backordered),
    returned: returned === 0 ? "none" : returned < total((line) => line.shipped) ? "some" : "all",
  };
};

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const [label, color] = paymentBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

export function BackorderBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return <Badge color="red">{units} backordered</Badge>;
}

/** Next to the payment's badge: a paid order's customer owes something again, or the store owes them money. */
export function OwesBadge({ order }: { order: Parameters<typeof owedAfterPayment>[0] }) {
  const owed = owedAfterPayment(order);
  if (owed) return <Badge color="orange">{moneyText(owed)} due</Badge>;
  const { balance } = order;
  return balance?.direction === "storeOwes" && <Badge color="orange">{moneyText(balance.amount)} to refund</Badge>;
}

/** The balance and its direction, for lists. */
export function BalanceText({ balance }: Pick<Order, "balance">) {
  if (!balance) return "–";
  const { direction, amount } = balance;
  const label = balanceOptions.find(({ value }) => value === direction)?.label;
  return direction === "even" ? label : `${label} ${moneyText(amount)}`;
}
