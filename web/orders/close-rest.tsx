/** Closes the rest of an order: first lists the units that will not be sent, then says what the store owes. */
import { List, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { balanceText } from "./labels.ts";
import type { Order } from "./types.ts";

interface Props {
  readonly order: Order;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CloseRestDialog({ order, opened, onClose }: Props) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  useUnsaved(() => opened && reason.trim() !== "");
  const closeRest = useApiMutation(orderApi.closeRest, {
    onSuccess: ({ order: closed, balance }) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, closed);
      toastSuccess(`The rest of ${order.number} is closed: ${balanceText(balance)}.`);
      onClose();
    },
  });
  const left = order.lines.filter(({ quantity, shipped }) => quantity > shipped);
  return (
    <ConfirmDialog
      title={`Close the rest of ${order.number}?`}
      opened={opened}
      onClose={onClose}
      confirmLabel="Close the rest"
      color="red"
      mutation={closeRest}
      onConfirm={() => closeRest.mutate({ id: order.id, ...(reason.trim() && { reason }) })}
    >
      <Text size="sm">These units will not be sent:</Text>
      <List size="sm" aria-label="Units that will not be sent">
        {left.map(({ id, title, sku, quantity, shipped }) => (
          <List.Item key={id}>
            {quantity - shipped} × {title}{" "}
            <Text span size="xs" c="dimmed" ff="monospace">
              {sku}
            </Text>
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        They are removed from the order, and stock allocated to them becomes available at once. The total is
        recalculated for what has shipped, and the store owes the customer whatever they paid beyond it. This cannot be
        undone.
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
