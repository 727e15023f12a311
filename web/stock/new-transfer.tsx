/** What goes from where to where. Items are scanned one after the other. */
import { ActionIcon, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowsExchange, IconTrash } from "@tabler/icons-react";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import type { ApiError } from "../api/api-client.ts";
import { useApiQuery } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { Panel } from "../ui/drawer.tsx";
import { countText } from "../ui/format/format.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { numberIn, type Typed } from "../ui/forms/parse-input.ts";
import { VariantPicker } from "../ui/forms/variant-picker.tsx";
import { sayDone } from "../ui/toast.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import type { LocationId, VariantId, VariantStock } from "./labels.ts";

interface Props {
  readonly opened: boolean;
  readonly close: () => void;
}

export function NewTransfer({ opened, close }: Props) {
  const [search, setSearch] = useUrlState();
  const variantId = search["variant"] ? idParam("var")(search["variant"]) : undefined;
  const end = () => {
    close();
    void setSearch({ open: undefined, variant: undefined });
  };
  return (
    <Panel title="New transfer" opened={opened} onClose={end}>
      {variantId ? <FromItem key={variantId} id={variantId} close={end} /> : <Form close={end} first={null} />}
    </Panel>
  );
}

/** Begun at an item's page: it is in the list already, and leaves from where most of it is available. */
function FromItem({ id, close }: { id: VariantId; close: () => void }) {
  const level = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  return level.data ? <Form close={close} first={level.data} /> : null;
}

interface Line {
  readonly variantId: VariantId;
  readonly sku: string;
  readonly title: string;
  readonly quantity: Typed;
}

function Form({ close, first }: { close: () => void; first: VariantStock | null }) {
  const { open } = useLocations();
  const richest = first?.locations.toSorted((one, other) => other.available - one.available)[0]?.locationId;
  const from = open.find(({ id }) => id === richest)?.id ?? open[0]?.id ?? "";
  const form = useActForm(transferApi.create, {
    from: {
      fromLocationId: from as string,
      toLocationId: (open.find(({ id }) => id !== from)?.id ?? "") as string,
      lines: (first ? [{ variantId: first.variantId, sku: first.sku, title: first.title, quantity: 1 }] : []) as Line[],
      reason: "",
    },
    asked: ({ fromLocationId, toLocationId, lines, reason }) => ({
      fromLocationId: fromLocationId as LocationId, // one of the options
      toLocationId: toLocationId as LocationId,
      lines: lines.map(({ variantId, quantity }) => ({ variantId, quantity: numberIn(quantity) })),
      ...(reason.trim() && { reason }),
    }),
    onDone: ({ lines, fromLocationName, toLocationName }) => {
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      sayDone(`${countText(units, "unit")} moved from ${fromLocationName} to ${toLocationName}`);
      form.reset();
      close();
    },
  });
  const { lines, fromLocationId, toLocationId } = form.values;
  const short = shortIn(form.act.error);
  const add = ({ id, sku, title }: { id: VariantId; sku: string; title: string }) => {
    const at = lines.findIndex(({ variantId }) => variantId === id);
    if (at === -1) form.insertListItem("lines", { variantId: id, sku, title, quantity: 1 });
    else form.setFieldValue(`lines.${at}.quantity`, (numberIn(lines[at]?.quantity ?? "") || 0) + 1);
  };
  const turn = () => form.setValues({ fromLocationId: toLocationId, toLocationId: fromLocationId });
  const data = open.map(({ id, name }) => ({ value: id, label: name }));
  if (open.length < 2) return <Text size="sm">A transfer needs two open locations.</Text>;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Group gap="xs" align="end">
          <NativeSelect flex="1 1 180px" miw={0} label="From" data={data} {...form.getInputProps("fromLocationId")} />
          <ActionIcon variant="default" size={36} aria-label="Turn round" onClick={turn}>
            <IconArrowsExchange size={16} />
          </ActionIcon>
          <NativeSelect
            flex="1 1 180px"
            miw={0}
            label="To"
            data={data}
            {...form.getInputProps("toLocationId")}
            {...(fromLocationId === toLocationId && { error: "Another than it leaves." })}
          />
        </Group>
        <VariantPicker label="Add an item" onPick={add} autoFocus={first === null} />
        {form.errors["lines"] && (
          <Text size="sm" c="var(--mantine-color-error)">
            Add what is to be moved.
          </Text>
        )}
        {lines.map((line, index) => (
          <Group key={line.variantId} justify="space-between" align="start" wrap="nowrap" gap="xs">
            <Stack gap={0} miw={0}>
              <Text size="sm">{line.title}</Text>
              <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {line.sku}
              </Text>
              <Free id={line.variantId} at={fromLocationId} />
            </Stack>
            <Group gap={4} wrap="nowrap" align="start">
              <NumberInput
                w={92}
                {...(index === 0 && first !== null && { autoFocus: true, "data-autofocus": true })}
                size="xs"
                min={1}
                allowDecimal={false}
                allowNegative={false}
                aria-label={`Units of ${line.sku}`}
                {...form.getInputProps(`lines.${index}.quantity`)}
                {...(short.has(line.variantId) && { error: `Only ${short.get(line.variantId)} there` })}
              />
              <ActionIcon
                size={30}
                variant="subtle"
                color="gray"
                aria-label={`Take out ${line.sku}`}
                onClick={() => form.removeListItem("lines", index)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <TextInput label="Reason" placeholder="The shop runs low …" {...form.getInputProps("reason")} />
        <FormEnd form={form} label="Move" onCancel={close} />
      </Stack>
    </form>
  );
}

/** How many of it may leave. */
function Free({ id, at }: { id: VariantId; at: string }) {
  const level = useApiQuery(stockApi.read, { id });
  if (!level.data) return null;
  const available = level.data.locations.find(({ locationId }) => locationId === at)?.available ?? 0;
  return (
    <Text size="xs" c={available > 0 ? "dimmed" : "var(--mantine-color-error)"}>
      {available} available there
    </Text>
  );
}

/** What the store found too few of, by item. */
function shortIn(error: ApiError | null): Map<string, number> {
  const lines: unknown = error?.code === "stock.short" ? error.detail["lines"] : null;
  return new Map(
    Array.isArray(lines) ? lines.map(({ variantId, available }) => [String(variantId), Number(available)]) : [],
  );
}
