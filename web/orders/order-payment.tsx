/** What the order comes to, what was paid, and who owes whom. */
import { Alert, Divider, Group, Stack, Text } from "@mantine/core";
import type { Money } from "#core/contract/fields";
import { Card } from "../ui/card.tsx";
import { Amount, When } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { methodText, type Order } from "./labels.ts";

export function MoneyCard({ of }: { of: Order }) {
  const { totals, balance, paid, refunded, payments } = of;
  if (!totals) return null;
  return (
    <Card title="Money">
      <Stack gap={6}>
        <TotalsRows of={totals} discountCode={of.discountCode} taxesInclusive={of.taxesInclusive} />
        <Row label="Paid" amount={paid} />
        {refunded && refunded.amountMinor > 0 && <Row label="Refunded" amount={refunded} minus />}
        <BalanceNote of={balance} />
        {payments.length > 0 && <Divider my={2} label="Payments" labelPosition="left" />}
        {payments.map((payment) => (
          <Group key={payment.id} justify="space-between" wrap="nowrap" align="start" gap="xs">
            <Text size="sm" {...(payment.reversedAt && { td: "line-through" })}>
              {payment.kind === "failed" ? "Failed: " : ""}
              {methodText(payment.method)}
              {payment.reference && ` · ${payment.reference}`}
              {payment.reason && ` · ${payment.reason}`}
              <Text size="xs" c="dimmed" component="span" display="block">
                <When at={payment.at} />, {payment.by}
              </Text>
            </Text>
            <Text size="sm">
              <Amount of={payment.amount} dimmed={payment.kind === "failed" || payment.reversedAt !== null} />
            </Text>
          </Group>
        ))}
        <Text size="xs" c="dimmed" mt={4}>
          Agreed: {methodText(of.paymentMethod).toLowerCase()}
        </Text>
      </Stack>
    </Card>
  );
}

interface TotalsProps {
  readonly of: NonNullable<Order["totals"]>;
  readonly discountCode: string | null;
  readonly taxesInclusive: boolean;
}

/** How the total comes about. */
export function TotalsRows({ of, discountCode, taxesInclusive }: TotalsProps) {
  return (
    <>
      <Row label="Subtotal" amount={of.subtotal} />
      {of.discount.amountMinor > 0 && (
        <Row label={`Discount${discountCode ? ` (${discountCode})` : ""}`} amount={of.discount} minus />
      )}
      <Row label="Shipping" amount={of.shipping} />
      <Row label={taxesInclusive ? "Tax, included" : "Tax"} amount={of.tax} dimmed={taxesInclusive} />
      <Divider my={2} />
      <Row label="Total" amount={of.total} strong />
    </>
  );
}

export function BalanceNote({ of }: { of: Order["balance"] }) {
  if (!of || of.direction === "even") return null;
  const owes = of.direction === "storeOwes";
  return (
    <Alert color={owes ? "violet" : "orange"} py={6} px="sm" mt={4}>
      <Text size="sm" fw={600}>
        {owes ? "The store owes the customer" : "The customer owes"} {moneyText(of.amount)}
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
        <Amount of={amount} />
      </Text>
    </Group>
  );
}
