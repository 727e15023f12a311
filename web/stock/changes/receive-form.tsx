import { Stack, Text, TextInput } from "@mantine/core";
import * as stockApi from "#core/contract/stock";
import { countText } from "../../ui/format/format.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { type NumberValue, parseNumber } from "../../ui/forms/parse-input.ts";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../../ui/forms/whole-number-input.tsx";
import { type StockFormProps, useScanInForm, useTyping } from "./stock-form.ts";

export function ReceiveForm({ stock, location, level, onSuccess, onTyping, onScan, keptReason = "" }: StockFormProps) {
  const form = useApiForm(stockApi.receive, {
    initialValues: { quantity: "" as NumberValue, reason: keptReason },
    toInput: ({ quantity, reason }) => ({
      id: stock.variantId,
      locationId: location.id,
      quantity: parseNumber(quantity),
      ...(reason.trim() && { reason }),
    }),
    keepsTyping: true,
    onSuccess: (change, { quantity: received }) => {
      // The next entry may have been started.
      if (!form.isDirty()) form.reset();
      onSuccess(change, received);
    },
  });
  useTyping(form, stock.variantId, onTyping);
  const onKeyDown = useScanInForm(form, onScan);
  const quantity = parseNumber(form.values.quantity);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <WholeNumberInput
          label="Units received"
          data-autofocus
          autoFocus
          min={1}
          description={
            quantity > 0 ? `${level.onHand} → ${level.onHand + quantity} on hand` : `${level.onHand} on hand`
          }
          {...form.getInputProps("quantity")}
          onKeyDown={onKeyDown.quantity}
        />
        <TextInput
          label="Reason"
          placeholder="Supplier, delivery note …"
          {...form.getInputProps("reason")}
          onKeyDown={onKeyDown.reason}
        />
        {stock.backordered > 0 && (
          <Text size="sm">
            {countText(stock.backordered, "unit")} backordered. Confirmed orders are served first, from oldest to
            newest.
          </Text>
        )}
        <FormFooter form={form} submitLabel="Receive" />
      </Stack>
    </form>
  );
}
