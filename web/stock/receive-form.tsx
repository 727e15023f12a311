import { NumberInput, Stack, Text, TextInput } from "@mantine/core";
import * as stockApi from "#core/contract/stock";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { numberIn } from "../ui/forms/parse-input.ts";
import type { ShelfForm } from "./stock-form.ts";

export function ReceiveForm({ of, at, shelf, onDone }: ShelfForm) {
  const form = useActForm(stockApi.receive, {
    from: { quantity: "" as number | string, reason: "" },
    asked: ({ quantity, reason }) => ({
      id: of.variantId,
      locationId: at.id,
      quantity: numberIn(quantity),
      ...(reason.trim() && { reason }),
    }),
    onDone: (changed) => {
      form.reset();
      onDone(changed);
    },
  });
  const quantity = Number(form.values.quantity);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <NumberInput
          label="Units that arrived"
          data-autofocus
          autoFocus
          min={1}
          allowDecimal={false}
          allowNegative={false}
          description={
            quantity > 0 ? `${shelf.onHand} → ${shelf.onHand + quantity} on hand` : `${shelf.onHand} on hand now`
          }
          {...form.getInputProps("quantity")}
        />
        <TextInput label="Reason" placeholder="Supplier, delivery note …" {...form.getInputProps("reason")} />
        {of.waiting > 0 && <Text size="sm">{of.waiting} wait: the oldest orders are given theirs at once.</Text>}
        <FormEnd form={form} label="Receive" />
      </Stack>
    </form>
  );
}
