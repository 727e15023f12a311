import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import { countText } from "../../ui/format/format.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { type NumberValue, parseNumber } from "../../ui/forms/parse-input.ts";
import { useApiForm, useBaseValue } from "../../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../../ui/forms/whole-number-input.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { allocatedUnits } from "../labels.ts";
import { type StockFormProps, useScanInForm, useTyping } from "./stock-form.ts";

/**
 * The count is sent with the stock level at its start. If that has changed since, the user is told before anything is
 * stored.
 */
export function CountForm({ stock, location, level, onSuccess, onTyping, onScan, keptReason = "" }: StockFormProps) {
  /** The changed level, once the user has seen it and decided to keep the count. */
  const [accepted, setAccepted] = useState<number | null>(null);
  const [typing, setTyping] = useState(false);
  const baseOnHand = useBaseValue(level.onHand, typing);
  const expected = accepted ?? baseOnHand;
  const form = useApiForm(stockApi.count, {
    initialValues: { quantity: "" as NumberValue, reason: keptReason },
    toInput: ({ quantity, reason }) => ({
      id: stock.variantId,
      locationId: location.id,
      quantity: parseNumber(quantity),
      expectedOnHand: expected,
      ...(reason.trim() && { reason }),
    }),
    keepsTyping: true,
    onSuccess: (change) => {
      // A count typed meanwhile is based on the level after this one.
      setAccepted(form.isDirty() ? change.level.onHand : null);
      if (!form.isDirty()) form.reset();
      onSuccess(change);
    },
  });
  useTyping(form, stock.variantId, onTyping);
  const onKeyDown = useScanInForm(form, onScan);
  if (form.isDirty() !== typing) setTyping(form.isDirty());
  const counted = parseNumber(form.values.quantity);
  const { error } = form.mutation;
  const changedTo = error?.code === "stock.counted" ? Number(error.detail["onHand"]) : null;
  const shortage = Number.isNaN(counted) ? 0 : allocatedUnits(level) - counted;
  const difference = Number.isNaN(counted) || counted === expected ? "" : ` (${differenceText(counted - expected)})`;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <WholeNumberInput
          label="Units counted, including allocated ones"
          data-autofocus
          autoFocus
          min={0}
          description={`${expected} on hand so far${difference}`}
          {...form.getInputProps("quantity")}
          onKeyDown={onKeyDown.quantity}
        />
        <TextInput
          label="Reason"
          placeholder="Annual stocktake …"
          {...form.getInputProps("reason")}
          onKeyDown={onKeyDown.reason}
        />
        {shortage > 0 && (
          <Alert color="orange" title={`${countText(allocatedUnits(level), "unit")} allocated to orders here`}>
            <Text size="sm">
              The newest orders lose {countText(shortage, "unit")}. They are backordered unless another location has
              stock.
            </Text>
          </Alert>
        )}
        {changedTo !== null && accepted !== changedTo && (
          <Alert color="orange" title={`The stock level is now ${changedTo}, not ${expected}`} role="alert">
            <Stack gap="xs">
              <Text size="sm">
                Stock has moved while you were counting.{" "}
                <TextLink
                  to="/stock/levels/$id"
                  params={{ id: stock.variantId }}
                  search={{ locationId: location.id }}
                  inherit
                  c="inherit"
                  td="underline"
                >
                  Show the movements
                </TextLink>
                . Your count is still here.
              </Text>
              <Group gap="xs">
                <Button
                  size="xs"
                  onClick={() => {
                    setAccepted(changedTo);
                    form.mutation.reset();
                  }}
                >
                  Keep my count of {form.values.quantity}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setAccepted(null);
                    form.reset();
                  }}
                >
                  Count again
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        <FormFooter
          form={{ ...form, mutation: { ...form.mutation, error: changedTo === null ? error : null } }}
          submitLabel="Save count"
        />
      </Stack>
    </form>
  );
}

const differenceText = (units: number): string =>
  `${countText(Math.abs(units), "unit")} ${units > 0 ? "more" : "fewer"}`;
