import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import { countText } from "../ui/format/format.tsx";
import { FormEnd, useActForm, useBegan } from "../ui/forms/api-form.tsx";
import { numberIn } from "../ui/forms/parse-input.ts";
import { TextLink } from "../ui/links.tsx";
import { promisedOf } from "./labels.ts";
import type { ShelfForm } from "./stock-form.ts";

/** The count is sent with what the books said when it began: if they have moved since, one is told before anything is written. */
export function CountForm({ of, at, shelf, onDone }: ShelfForm) {
  /** The number that the books came to meanwhile, once one has seen it and holds on to the count. */
  const [seen, setSeen] = useState<number | null>(null);
  const [typing, setTyping] = useState(false);
  const began = useBegan(shelf.onHand, typing);
  const form = useActForm(stockApi.count, {
    from: { quantity: "" as number | string, reason: "" },
    asked: ({ quantity, reason }) => ({
      id: of.variantId,
      locationId: at.id,
      quantity: numberIn(quantity),
      expectedOnHand: seen ?? began,
      ...(reason.trim() && { reason }),
    }),
    onDone: (changed) => {
      setSeen(null);
      form.reset();
      onDone(changed);
    },
  });
  if (form.isDirty() !== typing) setTyping(form.isDirty());
  const counted = numberIn(form.values.quantity);
  const { error } = form.act;
  const moved = error?.code === "stock.counted" ? Number(error.detail["onHand"]) : null;
  const books = seen ?? began;
  const short = Number.isNaN(counted) ? 0 : promisedOf(shelf) - counted;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <NumberInput
          label="Units on the shelf, promised ones included"
          data-autofocus
          autoFocus
          min={0}
          allowDecimal={false}
          allowNegative={false}
          description={`The books say ${books}${Number.isNaN(counted) || counted === books ? "" : `: ${differenceText(counted - books)}`}`}
          {...form.getInputProps("quantity")}
        />
        <TextInput label="Reason" placeholder="Yearly stock-take …" {...form.getInputProps("reason")} />
        {short > 0 && (
          <Alert color="orange" title={`${promisedOf(shelf)} are promised to orders here`}>
            <Text size="sm">
              The newest orders lose {countText(short, "unit")} and wait, unless another location has them.
            </Text>
          </Alert>
        )}
        {moved !== null && seen !== moved && (
          <Alert color="orange" title={`The books say ${moved} now, not ${books}`} role="alert">
            <Stack gap="xs">
              <Text size="sm">
                Goods moved while you counted.{" "}
                <TextLink
                  to="/stock/levels/$id"
                  params={{ id: of.variantId }}
                  search={{ locationId: at.id }}
                  inherit
                  c="inherit"
                  td="underline"
                >
                  See what moved
                </TextLink>
                . Your count is still here.
              </Text>
              <Group gap="xs">
                <Button
                  size="xs"
                  onClick={() => {
                    setSeen(moved);
                    form.act.reset();
                  }}
                >
                  My {form.values.quantity} still holds
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setSeen(null);
                    form.reset();
                  }}
                >
                  Count again
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        <FormEnd
          form={{ ...form, act: { ...form.act, error: moved === null ? error : null } }}
          label="Save the count"
        />
      </Stack>
    </form>
  );
}

const differenceText = (units: number): string =>
  `${countText(Math.abs(units), "unit")} ${units > 0 ? "more" : "fewer"}`;
