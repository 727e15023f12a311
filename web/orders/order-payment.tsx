/** The money of an order: its totals, payments, refunds, payment requests, disputes and balance. */
import { Alert, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Money } from "#core/contract/kit/fields";
import * as orderApi from "#core/contract/order";
import { useSession } from "../api/session.tsx";
import { MoneyActions } from "../payments/money-actions.tsx";
import { MoneySections } from "../payments/money-sections.tsx";
import { TestModeBadge } from "../providers/badges.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Card } from "../ui/layout/card.tsx";
import { customerOwes, paymentMethodText } from "./labels.ts";
import type { Order, Payment } from "./types.ts";
import { canUndoPayments, standingPayments, UndoPaymentDialog } from "./undo-payment.tsx";

export function PaymentCard({ order }: { order: Order }) {
  const { can } = useSession();
  const { totals, balance, paid, refunded, payments } = order;
  if (!totals) return null;
  return (
    <Card title="Money" actions={<MoneyActions order={order} />}>
      <Stack gap={6}>
        <TotalsRows totals={totals} discountCode={order.discountCode} taxesInclusive={order.taxesInclusive} />
        <Row label="Paid" amount={paid} />
        {refunded && refunded.amountMinor > 0 && <Row label="Refunded" amount={refunded} minus />}
        {(customerOwes(order) || balance?.direction === "storeOwes") && <BalanceNote balance={balance} />}
        {can(orderApi.markUnpaid) && isToPayBack(order) && (
          <Text size="xs" c="dimmed">
            Pay the customer back the way they paid. Then undo the payment here.
          </Text>
        )}
        {payments.length > 0 && <Divider my={2} label="Payments" labelPosition="left" />}
        {payments.map((payment) => (
          <PaymentRow key={payment.id} order={order} payment={payment} />
        ))}
        <MoneySections order={order} />
        <Text size="xs" c="dimmed" mt={4}>
          Payment method: {paymentMethodText(order.paymentMethod)}
        </Text>
      </Stack>
    </Card>
  );
}

/** Money that no gateway can refund: a cancelled order is settled by undoing its payment. */
const isToPayBack = (order: Order): boolean =>
  order.status === "cancelled" &&
  order.balance?.direction === "storeOwes" &&
  canUndoPayments(order) &&
  standingPayments(order).every(({ byHand }) => byHand);

function PaymentRow({ order, payment }: { order: Order; payment: Payment }) {
  const { can } = useSession();
  const [undoOpened, setUndoOpened] = useState(false);
  const { kind, method, amount, mode, reference, reason, byHand, reversedAt, refundable } = payment;
  const canUndo =
    can(orderApi.markUnpaid) && canUndoPayments(order) && byHand && kind === "captured" && reversedAt === null;
  return (
    <Group justify="space-between" wrap="nowrap" align="start" gap="xs">
      <Text
        size="sm"
        miw={0}
        // A gateway's id is one long word.
        style={{ overflowWrap: "anywhere" }}
        {...(reversedAt && { td: "line-through" })}
      >
        {kind === "failed" ? "Failed: " : ""}
        {paymentMethodText(method)}
        {reference && ` · ${reference}`}
        {reason && ` · ${reason}`}
        <Text size="xs" c="dimmed" component="span" display="block">
          <DateTime value={payment.at} />
          {byHand && `, ${payment.by}`}
        </Text>
        {refundable && refundable.amountMinor !== amount.amountMinor && reversedAt === null && (
          <Text size="xs" c="dimmed" component="span" display="block">
            {moneyText(refundable)} of it can still be refunded
          </Text>
        )}
        <TestModeBadge mode={mode} />
      </Text>
      <Stack gap={0} align="end">
        <Text size="sm">
          <Amount value={amount} dimmed={kind === "failed" || reversedAt !== null} />
        </Text>
        {canUndo && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Undo the payment of ${moneyText(amount)}`}
            onClick={() => setUndoOpened(true)}
          >
            Undo
          </Button>
        )}
      </Stack>
      {canUndo && (
        <UndoPaymentDialog order={order} payment={payment} opened={undoOpened} onClose={() => setUndoOpened(false)} />
      )}
    </Group>
  );
}

interface TotalsProps {
  readonly totals: NonNullable<Order["totals"]>;
  readonly discountCode: string | null;
  readonly taxesInclusive: boolean;
}

/** The rows that make up the total. */
export function TotalsRows({ totals, discountCode, taxesInclusive }: TotalsProps) {
  return (
    <>
      <Row label="Subtotal" amount={totals.subtotal} />
      {totals.discount.amountMinor > 0 && (
        <Row label={`Discount${discountCode ? ` (${discountCode})` : ""}`} amount={totals.discount} minus />
      )}
      <Row label="Shipping" amount={totals.shipping} />
      <Row label={taxesInclusive ? "Tax, included" : "Tax"} amount={totals.tax} dimmed={taxesInclusive} />
      <Divider my={2} />
      <Row label="Total" amount={totals.total} strong />
    </>
  );
}

export function BalanceNote({ balance }: { balance: Order["balance"] }) {
  if (!balance || balance.direction === "even") return null;
  const storeOwes = balance.direction === "storeOwes";
  return (
    <Alert color={storeOwes ? "violet" : "orange"} py={6} px="sm" mt={4}>
      <Text size="sm" fw={600}>
        {storeOwes ? "The store owes the customer" : "The customer owes"} {moneyText(balance.amount)}
      </Text>
    </Alert>
  );
}

interface RowProps {
  readonly label: string;
  readonly amount: Money | null;
  readonly strong?: boolean;
  readonly minus?: boolean;
  readonly dimmed?: boolean;
}

function Row({ label, amount, strong = false, minus = false, dimmed = false }: RowProps) {
  return (
    <Group justify="space-between" wrap="nowrap" {...(dimmed && { c: "dimmed" })}>
      <Text size="sm" fw={strong ? 650 : undefined}>
        {label}
      </Text>
      <Text size="sm" fw={strong ? 650 : undefined}>
        {minus && "− "}
        <Amount value={amount} />
      </Text>
    </Group>
  );
}
