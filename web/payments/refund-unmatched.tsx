/** Refunds what is left of an unmatched payment. */
import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as paymentApi from "#core/contract/payment";
import { useApiMutation } from "../api/hooks.ts";
import { providerLabel } from "../providers/labels.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Undo2Icon } from "../ui/icons.ts";
import { toastSuccess } from "../ui/toast.tsx";
import type { Unmatched } from "./types.ts";

export function RefundUnmatched({ payment }: { payment: Unmatched }) {
  const [opened, { open, close }] = useDisclosure(false);
  const amount = moneyText(payment.amount);
  const refund = useApiMutation(paymentApi.refundUnmatched, {
    onSuccess: ({ status }) => {
      // After a failure it is open again, with the gateway's message in the drawer.
      if (status === "refunded") toastSuccess(`${amount} refunded`);
      close();
    },
  });
  return (
    <>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<Undo2Icon size={16} />} onClick={open}>
          Refund {amount}
        </Button>
      </Group>
      <ConfirmDialog
        title={`Refund ${amount}?`}
        opened={opened}
        onClose={() => {
          refund.reset();
          close();
        }}
        confirmLabel={`Refund ${amount}`}
        color="red"
        mutation={refund}
        onConfirm={() => refund.mutate({ id: payment.id })}
      >
        <Text size="sm">
          The whole amount goes back through {providerLabel(payment.gateway)} to the payer. This cannot be undone.
        </Text>
      </ConfirmDialog>
    </>
  );
}
