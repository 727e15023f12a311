import type { PaymentStatus, Status } from "#core/contract/order";
import { Badge } from "../ui/badge.tsx";
import { moneyText } from "../ui/format/money.ts";
import { balanceOptions, owedAfterPayment, paymentBadges, statusBadges } from "./labels.ts";
import type { Order } from "./types.ts";

export function StatusBadge({ status }: { status: Status }) {
  const [label, color] = statusBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const [label, color] = paymentBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

export function BackorderBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return <Badge color="red">{units} backordered</Badge>;
}

/** Beside "Paid": an edit has added something since, and the customer has not paid that yet. */
export function OwesBadge({ order }: { order: Pick<Order, "paymentStatus" | "balance"> }) {
  const owed = owedAfterPayment(order);
  return owed && <Badge color="orange">Owes {moneyText(owed)}</Badge>;
}

/** Who owes whom how much, as a list says it. */
export function BalanceText({ balance }: Pick<Order, "balance">) {
  if (!balance) return "–";
  const { direction, amount } = balance;
  const label = balanceOptions.find(({ value }) => value === direction)?.label;
  return direction === "even" ? label : `${label} ${moneyText(amount)}`;
}
