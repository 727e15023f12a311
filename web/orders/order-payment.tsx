/** The totals of an order, its payments, and its balance. */
import { Alert, Divider, Group, Stack, Text } from "@mantine/core";
import type { Money } from "#core/contract/fields";
import { Card } from "../ui/card.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { paymentMethodText } from "./labels.ts";
import type { Order } from "./types.ts";

export function PaymentCard({ order }: { order: Order }) {
  const { totals, balance, paid, refunded, payments } = order;
  if (!totals) return null;
  return (
    <Card title="Payment">
      <Stack gap={6}>
        <TotalsRows totals={totals} discountCode={order.discountCode} taxesInclusive={order.taxesInclusive} />
        <Row label="Paid" amount={paid} />
        {refunded && refunded.amountMinor > 0 && <Row label="Refunded" amount={refunded} minus />}
        <BalanceNote balance={balance} />
        {payments.length > 0 && <Divider my={2} label="Payments" labelPosition="left" />}
        {payments.map((payment) => (
          <Group key={payment.id} justify="space-between" wrap="nowrap" align="start" gap="xs">
            <Text size="sm" {...(payment.reversedAt && { td: "line-through" })}>
              {payment.kind === "failed" ? "Failed: " : ""}
              {paymentMethodText(payment.method)}
              {payment.reference && ` · ${payment.reference}`}
              {payment.reason && ` · ${payment.reason}`}
              <Text size="xs" c="dimmed" component="span" display="block">
                <DateTime value={payment.at} />, {payment.by}
              </Text>
            </Text>
            <Text size="sm">
              <Amount value={payment.amount} dimmed={payment.kind === "failed" || payment.reversedAt !== null} />
            </Text>
          </Group>
        ))}
        <Text size="xs" c="dimmed" mt={4}>
          Payment method: {paymentMethodText(order.paymentMethod).toLowerCase()}
        </Text>
      </Stack>
    </Card>
  );
}

interface TotalsProps {
  readonly totals: NonNullable<Order["totals"]>;
  readonly discountCode: string | null;
  readonly taxesInclusive: boolean;
}

/** What the total consists of. */
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
