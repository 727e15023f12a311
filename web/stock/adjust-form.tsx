import { Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import * as stockApi from "#core/contract/stock";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { numberIn } from "../ui/forms/parse-input.ts";
import { useUrlState } from "../ui/url-state.ts";
import type { ShelfForm } from "./stock-form.ts";

const reasons = ["Damaged", "Lost", "Found", "Given away", "Used in the shop", "Typed wrongly before"];

export function AdjustForm({ of, at, shelf, onDone }: ShelfForm) {
  const [, setSearch] = useUrlState();
  const form = useActForm(stockApi.adjust, {
    from: { quantity: "" as number | string, reason: "" },
    asked: ({ quantity, reason }) => ({ id: of.variantId, locationId: at.id, quantity: numberIn(quantity), reason }),
    onDone: (changed) => {
      form.reset();
      onDone(changed);
    },
  });
  const quantity = Number(form.values.quantity);
  const free = `${shelf.onHand} on hand, ${shelf.available} of them available`;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <NumberInput
          label="Units more or less"
          placeholder="−2 for two fewer"
          data-autofocus
          autoFocus
          allowDecimal={false}
          description={quantity ? `${shelf.onHand} → ${shelf.onHand + quantity} on hand` : free}
          {...form.getInputProps("quantity")}
        />
        <TextInput label="Reason" maxLength={500} {...form.getInputProps("reason")} />
        <Group gap={4} role="group" aria-label="Common reasons">
          {reasons.map((reason) => (
            <Button
              key={reason}
              size="compact-xs"
              variant="default"
              onClick={() => form.setFieldValue("reason", reason)}
            >
              {reason}
            </Button>
          ))}
        </Group>
        <FormEnd form={form} label="Correct" />
        {form.act.error?.code === "stock.promised" && (
          <Button variant="default" onClick={() => void setSearch({ open: "count", at: at.id })}>
            Count the shelf instead
          </Button>
        )}
      </Stack>
    </form>
  );
}
