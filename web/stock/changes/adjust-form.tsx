import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useRef } from "react";
import * as stockApi from "#core/contract/stock";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { type NumberValue, parseNumber } from "../../ui/forms/parse-input.ts";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../../ui/forms/whole-number-input.tsx";
import { useUrlState } from "../../ui/url-state.ts";
import { type StockFormProps, useScanInForm, useTyping } from "./stock-form.ts";

const reasons = ["Damaged", "Lost", "Found", "Given away", "Used in the shop", "Entry error"];

export function AdjustForm({ stock, location, level, onSuccess, onTyping, onScan }: StockFormProps) {
  const [, setSearch] = useUrlState();
  const form = useApiForm(stockApi.adjust, {
    initialValues: { quantity: "" as NumberValue, reason: "" },
    toInput: ({ quantity, reason }) => ({
      id: stock.variantId,
      locationId: location.id,
      quantity: parseNumber(quantity),
      reason,
    }),
    keepsTyping: true,
    onSuccess: (change) => {
      if (!form.isDirty()) form.reset();
      onSuccess(change);
    },
  });
  useTyping(form, stock.variantId, onTyping);
  const units = useRef<HTMLInputElement>(null);
  const onKeyDown = useScanInForm(form, onScan);
  const quantity = parseNumber(form.values.quantity);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <WholeNumberInput
          ref={units}
          label="Adjust by"
          placeholder="−2 to remove two units"
          data-autofocus
          autoFocus
          description={
            quantity
              ? `${level.onHand} → ${level.onHand + quantity} on hand`
              : `${level.onHand} on hand, ${level.available} of them available`
          }
          {...form.getInputProps("quantity")}
          onKeyDown={onKeyDown.quantity}
        />
        <TextInput label="Reason" maxLength={500} {...form.getInputProps("reason")} onKeyDown={onKeyDown.reason} />
        <Group gap={4} role="group" aria-label="Common reasons">
          {reasons.map((reason) => (
            <Button
              key={reason}
              size="compact-xs"
              variant="default"
              onClick={() => {
                form.setFieldValue("reason", reason);
                units.current?.focus(); // Enter saves, and a scan opens another item
              }}
            >
              {reason}
            </Button>
          ))}
        </Group>
        <FormFooter form={form} submitLabel="Adjust" />
        {form.mutation.error?.code === "stock.allocated" && (
          <Button
            variant="default"
            onClick={() => void setSearch({ open: "count", at: location.id }, { replace: true })}
          >
            Count the stock instead
          </Button>
        )}
      </Stack>
    </form>
  );
}
