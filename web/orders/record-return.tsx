import { Checkbox, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import * as returnApi from "#core/contract/returns";
import { setApiQueryData } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { Panel } from "../ui/drawer.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { sayDone } from "../ui/toast.tsx";
import type { Order } from "./labels.ts";

interface Props {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function RecordReturn({ of, opened, close }: Props) {
  return (
    <Panel title="Record a return" opened={opened} onClose={close}>
      <Form of={of} close={close} />
    </Panel>
  );
}

interface Back {
  readonly quantity: number | string;
  readonly restock: boolean;
  readonly locationId: string;
}

function Form({ of, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const { open } = useLocations();
  const lines = of.lines.filter(({ shipped, returned }) => shipped > returned);
  const first: Back = { quantity: 0, restock: true, locationId: "" };
  const form = useActForm(returnApi.record, {
    from: { back: Object.fromEntries(lines.map(({ id }) => [id, first])) as Record<string, Back>, reason: "" }, // fromEntries forgets the fields
    asked: ({ back, reason }) => ({
      id: of.id,
      lines: lines.flatMap(({ id, tracked }) => {
        const { quantity, restock, locationId } = back[id] ?? first;
        if (!Number(quantity)) return [];
        const place = open.find((location) => location.id === locationId)?.id;
        const goesBack = restock && tracked;
        return [
          {
            lineId: id,
            quantity: Number(quantity),
            restock: goesBack,
            ...(goesBack && place && { locationId: place }),
          },
        ];
      }),
      ...(reason.trim() && { reason }),
    }),
    fieldOf: { lines: `back.${lines[0]?.id}.quantity` },
    onDone: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer.order);
      sayDone("Return recorded. A refund is a separate step.");
      form.reset();
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        {lines.map(({ id, title, sku, shipped, returned, tracked }, index) => (
          <Stack key={id} gap={6}>
            <Group justify="space-between" wrap="nowrap" align="start">
              <Stack gap={0} miw={0}>
                <Text size="sm">{title}</Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {sku}
                </Text>
              </Stack>
              <Group gap={6} wrap="nowrap">
                <NumberInput
                  size="xs"
                  w={84}
                  min={0}
                  max={shipped - returned}
                  allowDecimal={false}
                  allowNegative={false}
                  data-autofocus={index === 0 || undefined}
                  aria-label={`Units of ${sku} that came back`}
                  {...form.getInputProps(`back.${id}.quantity`)}
                />
                <Text size="xs" c="dimmed" w={36}>
                  of {shipped - returned}
                </Text>
              </Group>
            </Group>
            {tracked && Number(form.values.back[id]?.quantity) > 0 && (
              <Group gap="sm">
                <Checkbox
                  size="xs"
                  label="Back on the shelf"
                  {...form.getInputProps(`back.${id}.restock`, { type: "checkbox" })}
                />
                {form.values.back[id]?.restock && (
                  <NativeSelect
                    size="xs"
                    aria-label={`Where ${sku} goes back`}
                    data={[
                      { value: "", label: "The default location" },
                      ...open.map((location) => ({ value: location.id, label: location.name })),
                    ]}
                    {...form.getInputProps(`back.${id}.locationId`)}
                  />
                )}
              </Group>
            )}
          </Stack>
        ))}
        <TextInput label="Reason" placeholder="Too small, broken on the way …" {...form.getInputProps("reason")} />
        <FormEnd form={form} label="Record the return" onCancel={close} />
      </Stack>
    </form>
  );
}
