/** Matches a payment to an order that it settles exactly. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as paymentApi from "#core/contract/payment";
import { useApiMutation } from "../api/hooks.ts";
import type { OrderRow } from "../orders/types.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { moneyText } from "../ui/format/money.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { OrderPicker } from "./order-picker.tsx";
import type { Unmatched } from "./types.ts";

export function MatchForm({ payment, onClose }: { payment: Unmatched; onClose: () => void }) {
  const [picked, setPicked] = useState<OrderRow | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const match = useApiMutation(paymentApi.match, {
    onSuccess: (order) => {
      toastSuccess(`${moneyText(payment.amount)} matched to ${order.number}`);
      onClose();
    },
  });
  const submit = () => {
    setIsMissing(picked === null);
    if (picked) match.mutate({ id: payment.id, orderId: picked.id });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <OrderPicker
          label="Match it to an order"
          description={`Choose an order that owes exactly ${moneyText(payment.amount)}.`}
          picked={picked}
          onPick={(order) => {
            setPicked(order);
            setIsMissing(false);
            match.reset();
          }}
        />
        {isMissing && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            Choose an order from the list first.
          </Text>
        )}
        <ErrorAlert error={match.error} onRetry={submit} />
        <Group justify="flex-end">
          <Button type="submit" loading={match.isPending}>
            {picked ? `Match to ${picked.number}` : "Match"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
