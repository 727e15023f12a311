import { Checkbox, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import * as returnApi from "#core/contract/returns";
import { setApiQueryData } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { afterReturnText } from "../payments/suggested-refunds.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { LineQuantity } from "../ui/forms/line-quantity.tsx";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import type { LocationId, Order } from "./types.ts";

interface ReturnValues {
  readonly quantity: NumberValue;
  readonly restock: boolean;
  readonly locationId: string;
}

/** The form of a return: how many units of each line came back, and where they are restocked. */
export default function RecordReturn({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const { open, nameOf } = useLocations();
  const lines = order.lines.filter(({ shipped, returned }) => shipped > returned);
  const nothingReturned: ReturnValues = { quantity: 0, restock: true, locationId: "" };
  // With a single line, most likely one unit of it was returned.
  const atFirst = lines.length === 1 ? { ...nothingReturned, quantity: 1 } : nothingReturned;
  const form = useApiForm(returnApi.record, {
    initialValues: {
      returned: Object.fromEntries(lines.map(({ id }) => [id, atFirst])) as Record<string, ReturnValues>,
      reason: "",
    }, // fromEntries forgets the names
    toInput: ({ returned, reason }) => ({
      id: order.id,
      lines: lines.flatMap(({ id, tracked }) => {
        const { quantity: typed, restock, locationId } = returned[id] ?? nothingReturned;
        const quantity = parseNumber(typed || 0);
        if (quantity === 0) return [];
        const chosen = open.find((location) => location.id === locationId)?.id;
        const isRestocked = restock && tracked;
        return [
          {
            lineId: id,
            quantity,
            restock: isRestocked,
            ...(isRestocked && chosen && { locationId: chosen }),
          },
        ];
      }),
      ...(reason.trim() && { reason }),
    }),
    fieldNames: { lines: `returned.${lines[0]?.id}.quantity` },
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      toastSuccess(`Return recorded. ${afterReturnText(answer.order)}`.trim());
      form.reset();
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        {lines.map(({ id, title, sku, shipped, returned, tracked }, index) => (
          <Stack key={id} gap={6}>
            <LineQuantity
              title={title}
              sku={sku}
              max={shipped - returned}
              label={`Units of ${sku} returned`}
              autoFocus={index === 0}
              inputProps={form.getInputProps(`returned.${id}.quantity`)}
            />
            {tracked && parseNumber(form.values.returned[id]?.quantity ?? 0) > 0 && (
              <Group gap="sm">
                <Checkbox
                  size="xs"
                  label="Restock"
                  aria-label={`Restock ${sku}`}
                  {...form.getInputProps(`returned.${id}.restock`, { type: "checkbox" })}
                />
                {form.values.returned[id]?.restock && (
                  <NativeSelect
                    size="xs"
                    aria-label={`Location to restock ${sku}`}
                    data={[
                      { value: "", label: originText(order, id, nameOf) },
                      ...open.map((location) => ({ value: location.id, label: location.name })),
                    ]}
                    {...form.getInputProps(`returned.${id}.locationId`)}
                  />
                )}
              </Group>
            )}
          </Stack>
        ))}
        <TextInput label="Reason" placeholder="Too small, damaged in transit …" {...form.getInputProps("reason")} />
        <FormFooter form={form} submitLabel="Record return" onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** The default location for restocking a line: the one that shipped it. */
function originText({ parcels }: Order, lineId: string, nameOf: (id: LocationId) => string): string {
  const sent = parcels.filter(({ lines }) => lines.some((line) => line.lineId === lineId));
  const [origin, ...others] = new Set(sent.map(({ locationId }) => locationId));
  return origin && others.length === 0 ? `${nameOf(origin)}, which shipped it` : "Where it was shipped from";
}
