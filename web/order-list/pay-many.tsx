/** Asks for confirmation before many orders are marked as paid, with their number and total. */
import { Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { callPatiently } from "../api/call-patiently.ts";
import { customerOwes } from "../orders/labels.ts";
import type { Order, OrderRow } from "../orders/types.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";

type Method = (typeof orderApi.handMethods)[number];

interface Props {
  readonly items: readonly OrderRow[];
  /** Null while the dialog is closed. */
  readonly method: Method | null;
  readonly onClose: () => void;
  readonly onConfirm: (pay: (order: OrderRow) => Promise<Order>) => void;
}

export function PayMany({ items, method, onClose, onConfirm }: Props) {
  const owing = items.filter(customerOwes);
  const others = items.length - owing.length;
  return (
    <ConfirmDialog
      title={`Mark ${countText(owing.length, "order")} as paid?`}
      opened={method !== null}
      onClose={onClose}
      confirmLabel={`Mark ${countText(items.length, "order")} as paid`}
      onConfirm={() => onConfirm(({ id }) => callPatiently(orderApi.markPaid, { id, ...(method && { method }) }))}
      mutation={{ isPending: false, error: null }}
    >
      <Text size="sm">
        {sums(owing).join(" and ")} {owing.length === 1 ? "is" : "in all is"} recorded as received{" "}
        {method === "cash" ? "in cash" : "by bank transfer"}.{" "}
        {others > 0 && `${countText(others, "order")} of those selected ${others === 1 ? "owes" : "owe"} nothing. `}
        Until an order has shipped, its payment can be undone in the next step, or later on the order’s page.
      </Text>
    </ConfirmDialog>
  );
}

/** The amounts owed, by currency. */
function sums(orders: readonly OrderRow[]): string[] {
  const due = new Map<string, number>();
  for (const { balance } of orders) {
    if (!balance) continue;
    const { amountMinor, currency } = balance.amount;
    due.set(currency, (due.get(currency) ?? 0) + amountMinor);
  }
  return [...due].map(([currency, amountMinor]) => moneyText({ amountMinor, currency }));
}
