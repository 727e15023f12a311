/**
 * The buttons and the menu of an order: payment, printing, cancelling. Only what the order's state and the user's
 * rights allow.
 */
import { Button, Menu, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { moneyText } from "../ui/format/money.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { BanknoteIcon, ChevronDownIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { MenuLink } from "../ui/links/menu-link.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { CloseRestDialog } from "./close-rest.tsx";
import { owedAfterPayment, paymentMethodLabels } from "./labels.ts";
import type { Order } from "./types.ts";
import { canUndoPayments, standingPayments, UndoPaymentDialog } from "./undo-payment.tsx";

export function OrderActions({ order }: { order: Order }) {
  const { can } = useSession();
  const paymentDrawer = useDrawer("pay");
  const [dialog, setDialog] = useState<"cancel" | "closeRest" | "undoPayment" | null>(null);
  const owesMoney = isUnpaid(order) || owedAfterPayment(order) !== null;
  const canPay = can(orderApi.markPaid) && order.status !== "cancelled" && owesMoney;
  const canUndoPayment = can(orderApi.markUnpaid) && canUndoPayments(order);
  const canCloseRest = can(orderApi.closeRest) && order.status === "partiallyShipped";
  const canCancel = can(orderApi.cancel) && (order.status === "pending" || order.status === "confirmed");
  const canPick =
    can(orderApi.pickingSheet) &&
    order.lines.some(({ allocations }) => allocations.length > 0) &&
    order.status !== "pending";
  useShortcuts("Order", [
    ...(canPay ? [{ keys: "p", label: "Record a payment", run: paymentDrawer.open }] : []),
    ...(canCancel ? [{ keys: "c", label: "Cancel order", run: () => setDialog("cancel") }] : []),
  ]);
  const closeDialog = () => setDialog(null);
  return (
    <>
      {canPay && (
        <Button variant="default" leftSection={<BanknoteIcon size={16} />} onClick={paymentDrawer.open}>
          Record a payment
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canPick && (
            <MenuLink to="/orders/picking" search={{ orderIds: order.id }}>
              Picking sheet
            </MenuLink>
          )}
          <MenuLink to="/orders/$id/packing-slip" params={{ id: order.id }}>
            Packing slip
          </MenuLink>
          {canPick && (
            <MenuLink to="/orders/pack" search={{ order: order.id }}>
              Pack
            </MenuLink>
          )}
          {(canUndoPayment || canCancel || canCloseRest) && <Menu.Divider />}
          {canUndoPayment && (
            <Menu.Item onClick={() => setDialog("undoPayment")}>
              {standingPayments(order).length > 1 ? "Undo all payments" : "Undo payment"}
            </Menu.Item>
          )}
          {canCloseRest && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setDialog("closeRest")}>
              Close the rest
            </Menu.Item>
          )}
          {canCancel && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setDialog("cancel")}>
              Cancel order
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {canPay && (
        <Drawer title="Record a payment" opened={paymentDrawer.opened} onClose={paymentDrawer.close} size="md">
          <PaymentForm order={order} onClose={paymentDrawer.close} />
        </Drawer>
      )}
      <CancelDialog order={order} opened={dialog === "cancel"} onClose={closeDialog} />
      <CloseRestDialog order={order} opened={dialog === "closeRest"} onClose={closeDialog} />
      <UndoPaymentDialog order={order} opened={dialog === "undoPayment"} onClose={closeDialog} />
    </>
  );
}

const isUnpaid = ({ paymentStatus }: Order) => paymentStatus === "unpaid" || paymentStatus === "failed";

function PaymentForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const form = useApiForm(orderApi.markPaid, {
    initialValues: {
      outcome: "paid" as "paid" | "failed",
      method: "bankTransfer" as "cash" | "bankTransfer",
      reference: "",
      reason: "",
    },
    toInput: ({ outcome, method, reference, reason }) => ({
      id: order.id,
      outcome,
      method,
      ...(reference.trim() && { reference }),
      ...(reason.trim() && outcome === "failed" && { reason }),
    }),
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      toastSuccess(answer.paymentStatus === "paid" ? `${order.number} is paid` : "Failed payment recorded");
      form.reset();
      onClose();
    },
  });
  const failed = form.values.outcome === "failed";
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="Outcome"
          data={[
            { value: "paid", label: `The customer paid ${order.balance ? moneyText(order.balance.amount) : ""}` },
            // A paid order may have a balance after an edit, which is not a failed payment.
            ...(isUnpaid(order) ? [{ value: "failed", label: "A payment failed" }] : []),
          ]}
          {...form.getInputProps("outcome")}
        />
        <NativeSelect
          label="Method"
          data={orderApi.handMethods.map((value) => ({ value, label: paymentMethodLabels[value] ?? value }))}
          {...form.getInputProps("method")}
        />
        <TextInput
          label="Reference"
          data-autofocus
          description={failed ? undefined : "The bank transfer or receipt number."}
          {...form.getInputProps("reference")}
        />
        {failed && <TextInput label="Reason" {...form.getInputProps("reason")} />}
        <FormFooter form={form} submitLabel={failed ? "Record failed payment" : "Mark as paid"} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface DialogProps {
  readonly order: Order;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function CancelDialog({ order, opened, onClose }: DialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const cancel = useApiMutation(orderApi.cancel, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      const owed =
        answer.balance?.direction === "storeOwes" ? ` The store owes ${moneyText(answer.balance.amount)}.` : "";
      toastSuccess(`${order.number} cancelled.${owed}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Cancel ${order.number}?`}
      opened={opened}
      onClose={onClose}
      confirmLabel="Cancel order"
      color="red"
      mutation={cancel}
      onConfirm={() => cancel.mutate({ id: order.id, ...(reason.trim() && { reason }) })}
    >
      <Text size="sm">
        Its stock becomes available again at once. A cancelled order cannot be reopened.
        {order.paid &&
          order.paid.amountMinor > 0 &&
          ` The customer has paid ${moneyText(order.paid)}, which the store then owes them.`}
      </Text>
      <TextInput
        label="Reason"
        data-autofocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
