/** Undoes payments that were recorded by hand: one of them, or all. */
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { moneyText } from "../ui/format/money.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { balanceText } from "./labels.ts";
import type { Order, Payment } from "./types.ts";

/** Payments that count: captured, and not undone. */
export const standingPayments = ({ payments }: Order): Payment[] =>
  payments.filter(({ kind, reversedAt }) => kind === "captured" && reversedAt === null);

/** Whether the state of an order lets staff undo recorded payments. */
export const canUndoPayments = ({ status, paymentStatus }: Order): boolean =>
  paymentStatus === "paid" && (status === "cancelled" || status === "pending" || status === "confirmed");

/** Undoes the last recorded payment of this version of the order. */
export const undoLastPayment = (order: Order): Promise<Order> => {
  const paymentId = standingPayments(order).at(-1)?.id;
  return callApi(orderApi.markUnpaid, { id: order.id, ...(paymentId && { paymentId }) });
};

interface Props {
  readonly order: Order;
  /** Only this one; without it, all of them. */
  readonly payment?: Payment;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function UndoPaymentDialog({ order, payment, opened, onClose }: Props) {
  const client = useQueryClient();
  const standing = standingPayments(order);
  const isOneOfSeveral = payment !== undefined && standing.length > 1;
  const undo = useApiMutation(orderApi.markUnpaid, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      toastSuccess(
        answer.paymentStatus === "unpaid" || !answer.balance
          ? `${order.number} is unpaid again`
          : `Payment undone: ${balanceText(answer.balance)}`,
      );
      onClose();
    },
  });
  const subject = payment
    ? `the payment of ${moneyText(payment.amount)}`
    : standing.length > 1
      ? "all payments"
      : "the payment";
  return (
    <ConfirmDialog
      title={`Undo ${subject}?`}
      opened={opened}
      onClose={onClose}
      confirmLabel={payment || standing.length < 2 ? "Undo payment" : "Undo all payments"}
      mutation={undo}
      onConfirm={() => undo.mutate({ id: order.id, ...(payment && { paymentId: payment.id }) })}
    >
      <Text size="sm">
        {payment || standing.length < 2
          ? "It stays in the list, crossed out. "
          : "They stay in the list, crossed out. "}
        {order.status === "cancelled"
          ? "The order stays cancelled."
          : isOneOfSeveral
            ? "The order stays paid by the other payments, and the customer owes the difference."
            : "The order is unpaid again."}
      </Text>
    </ConfirmDialog>
  );
}
