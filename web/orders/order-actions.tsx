/** What can be done to the whole order: money, papers, cancelling. Only what its state and one's rights allow is offered. */
import { Button, Menu, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconCash, IconChevronDown } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { Panel } from "../ui/drawer.tsx";
import { moneyText } from "../ui/format/money.ts";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { MenuLink } from "../ui/links.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { sayDone } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { methodNames, type Order } from "./labels.ts";

export function OrderActions({ of }: { of: Order }) {
  const { can } = useSession();
  const pay = useDrawer("pay");
  const [asking, setAsking] = useState<"cancel" | "unpay" | null>(null);
  const isOpen = isUnpaid(of) || (of.paymentStatus === "paid" && of.balance?.direction === "customerOwes");
  const canPay = can(orderApi.markPaid) && of.status !== "cancelled" && isOpen;
  const canUnpay =
    can(orderApi.markUnpaid) && of.paymentStatus === "paid" && (of.status === "cancelled" || of.status === "confirmed");
  const canCancel = can(orderApi.cancel) && (of.status === "pending" || of.status === "confirmed");
  const canPick =
    can(orderApi.pickingSheet) && of.lines.some(({ allocations }) => allocations.length > 0) && of.status !== "pending";
  useKeys("Order", [
    ...(canPay ? [{ keys: "p", does: "Record a payment", run: pay.open }] : []),
    ...(canCancel ? [{ keys: "c", does: "Cancel the order", run: () => setAsking("cancel") }] : []),
  ]);
  const close = () => setAsking(null);
  return (
    <>
      {canPay && (
        <Button variant="default" leftSection={<IconCash size={16} />} onClick={pay.open}>
          Record a payment
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canPick && (
            <MenuLink to="/orders/picking" search={{ orderIds: of.id }}>
              Picking sheet
            </MenuLink>
          )}
          <MenuLink to="/orders/$id/packing-slip" params={{ id: of.id }}>
            Packing slip
          </MenuLink>
          {(canUnpay || canCancel) && <Menu.Divider />}
          {canUnpay && <Menu.Item onClick={() => setAsking("unpay")}>Undo the payment</Menu.Item>}
          {canCancel && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setAsking("cancel")}>
              Cancel the order
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {canPay && (
        <Panel title="Record a payment" opened={pay.opened} onClose={pay.close} size="md">
          <PayForm of={of} close={pay.close} />
        </Panel>
      )}
      <Cancel of={of} opened={asking === "cancel"} close={close} />
      <Unpay of={of} opened={asking === "unpay"} close={close} />
    </>
  );
}

const isUnpaid = ({ paymentStatus }: Order) => paymentStatus === "unpaid" || paymentStatus === "failed";

function PayForm({ of, close }: { of: Order; close: () => void }) {
  const client = useQueryClient();
  const form = useActForm(orderApi.markPaid, {
    from: {
      outcome: "paid" as "paid" | "failed",
      method: "bankTransfer" as "cash" | "bankTransfer",
      reference: "",
      reason: "",
    },
    asked: ({ outcome, method, reference, reason }) => ({
      id: of.id,
      outcome,
      method,
      ...(reference.trim() && { reference }),
      ...(reason.trim() && outcome === "failed" && { reason }),
    }),
    onDone: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer);
      sayDone(answer.paymentStatus === "paid" ? `${of.number} is paid` : "Failed payment recorded");
      close();
    },
  });
  const failed = form.values.outcome === "failed";
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="What happened"
          data={[
            { value: "paid", label: `The customer paid ${of.balance ? moneyText(of.balance.amount) : ""}` },
            // What a paid order has come to owe since is paid or not yet: the order itself did not fail.
            ...(isUnpaid(of) ? [{ value: "failed", label: "A payment failed" }] : []),
          ]}
          {...form.getInputProps("outcome")}
        />
        <NativeSelect
          label="How"
          data={orderApi.handMethods.map((value) => ({ value, label: methodNames[value] ?? value }))}
          {...form.getInputProps("method")}
        />
        <TextInput
          label="Reference"
          data-autofocus
          description={failed ? undefined : "The bank's number for the transfer, or the receipt's."}
          {...form.getInputProps("reference")}
        />
        {failed && <TextInput label="Why it failed" {...form.getInputProps("reason")} />}
        <FormEnd form={form} label={failed ? "Record the failure" : "Mark paid"} onCancel={close} />
      </Stack>
    </form>
  );
}

interface AskProps {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

function Cancel({ of, opened, close }: AskProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const cancel = useApiMutation(orderApi.cancel, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer);
      const owed =
        answer.balance?.direction === "storeOwes" ? ` The store owes ${moneyText(answer.balance.amount)}.` : "";
      sayDone(`${of.number} cancelled.${owed}`);
      close();
    },
  });
  return (
    <Sure
      title={`Cancel ${of.number}?`}
      opened={opened}
      onClose={close}
      does="Cancel the order"
      color="red"
      act={cancel}
      onSure={() => cancel.mutate({ id: of.id, ...(reason.trim() && { reason }) })}
    >
      <Text size="sm">
        Its stock is freed at once, and a cancelled order does not come back.
        {of.paid &&
          of.paid.amountMinor > 0 &&
          ` The customer has paid ${moneyText(of.paid)}, which the store will owe.`}
      </Text>
      <TextInput
        label="Reason"
        data-autofocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Sure>
  );
}

function Unpay({ of, opened, close }: AskProps) {
  const client = useQueryClient();
  const undo = useApiMutation(orderApi.markUnpaid, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer);
      sayDone(`${of.number} is unpaid again`);
      close();
    },
  });
  return (
    <Sure
      title="Undo the payment?"
      opened={opened}
      onClose={close}
      does="Undo the payment"
      act={undo}
      onSure={() => undo.mutate({ id: of.id })}
    >
      <Text size="sm">
        The payment stays on the record, struck through.{" "}
        {of.status === "cancelled" ? "The order stays cancelled." : "The order waits for its payment again."}
      </Text>
    </Sure>
  );
}
