/** A new transfer between two locations. Items are scanned one after the other. */
import { ActionIcon, Group, NativeSelect, type NumberInputProps, Stack, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import type { ApiError } from "../../api/api-client.ts";
import { useApiQuery } from "../../api/hooks.ts";
import { useLocations } from "../../api/use-locations.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { type NumberValue, parseNumber } from "../../ui/forms/parse-input.ts";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { useScanInField } from "../../ui/forms/use-scan-in-field.ts";
import { VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { WholeNumberInput } from "../../ui/forms/whole-number-input.tsx";
import { ArrowLeftRightIcon, TrashIcon } from "../../ui/icons.ts";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { toastSuccess } from "../../ui/toast.tsx";
import { useUrlState } from "../../ui/url-state.ts";
import { useDrawerItem } from "../changes/use-drawer-item.ts";
import type { LocationId, VariantId, VariantStockDetail } from "../types.ts";

export function NewTransfer({ opened }: { opened: boolean }) {
  const [, setSearch] = useUrlState();
  const { kept } = useDrawerItem(opened);
  const close = () => void setSearch({ open: undefined, variant: undefined }, { close: true });
  return (
    <Drawer title="New transfer" opened={opened} onClose={close}>
      {kept ? (
        <TransferFromItem key={kept} id={kept} onClose={close} />
      ) : (
        <TransferForm onClose={close} firstItem={null} />
      )}
    </Drawer>
  );
}

/** Started from an item's page: the item is already in the list, and `From` is the location with the most available. */
function TransferFromItem({ id, onClose }: { id: VariantId; onClose: () => void }) {
  const query = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  if (!query.data) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <TransferForm onClose={onClose} firstItem={query.data} />;
}

interface TransferLine {
  readonly variantId: VariantId;
  readonly sku: string;
  readonly title: string;
  readonly quantity: NumberValue;
}

function TransferForm({ onClose, firstItem }: { onClose: () => void; firstItem: VariantStockDetail | null }) {
  const { open } = useLocations();
  const mostAvailable = firstItem?.locations.toSorted((one, other) => other.available - one.available)[0]?.locationId;
  const from = open.find(({ id }) => id === mostAvailable)?.id ?? open[0]?.id ?? "";
  const form = useApiForm(transferApi.create, {
    initialValues: {
      fromLocationId: from as string,
      toLocationId: (open.find(({ id }) => id !== from)?.id ?? "") as string,
      lines: (firstItem ? [lineOf(firstItem.variantId, firstItem)] : []) as TransferLine[],
      reason: "",
    },
    toInput: ({ fromLocationId, toLocationId, lines, reason }) => ({
      fromLocationId: fromLocationId as LocationId, // one of the options
      toLocationId: toLocationId as LocationId,
      lines: lines.map(({ variantId, quantity }) => ({ variantId, quantity: parseNumber(quantity) })),
      ...(reason.trim() && { reason }),
    }),
    onSuccess: ({ lines, fromLocationName, toLocationName }) => {
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      toastSuccess(`${countText(units, "unit")} moved from ${fromLocationName} to ${toLocationName}`);
      form.reset();
      onClose();
    },
  });
  const scan = useRef<(code: string) => void>(null);
  const { lines, fromLocationId, toLocationId } = form.values;
  const shortages = shortagesIn(form.mutation.error);
  const add = (variant: { id: VariantId; sku: string; title: string }) => {
    const index = lines.findIndex(({ variantId }) => variantId === variant.id);
    if (index === -1) form.insertListItem("lines", lineOf(variant.id, variant));
    else form.setFieldValue(`lines.${index}.quantity`, (parseNumber(lines[index]?.quantity ?? "") || 0) + 1);
  };
  const swap = () => form.setValues({ fromLocationId: toLocationId, toLocationId: fromLocationId });
  const itemError = form.errors["lines"] && lines.length === 0 ? "Add at least one item." : undefined;
  const options = open.map(({ id, name }) => ({ value: id, label: name }));
  if (open.length < 2) return <NoLocation title="A transfer needs two open locations" />;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Group gap="xs" align="end">
          <NativeSelect
            flex="1 1 180px"
            miw={0}
            label="From"
            data={options}
            {...form.getInputProps("fromLocationId")}
          />
          <ActionIcon variant="default" size={36} aria-label="Swap locations" onClick={swap}>
            <ArrowLeftRightIcon size={16} />
          </ActionIcon>
          <NativeSelect
            flex="1 1 180px"
            miw={0}
            label="To"
            data={options}
            {...form.getInputProps("toLocationId")}
            {...(fromLocationId === toLocationId && { error: "Choose another location." })}
          />
        </Group>
        <VariantPicker label="Add an item" onPick={add} autoFocus={firstItem === null} scan={scan} error={itemError} />
        {lines.map((line, index) => (
          <Group key={line.variantId} justify="space-between" align="start" wrap="nowrap" gap="xs">
            <Stack gap={0} miw={0}>
              <Text size="sm">{line.title}</Text>
              <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {line.sku}
              </Text>
              <AvailableUnits id={line.variantId} locationId={fromLocationId} />
            </Stack>
            <Group gap={4} wrap="nowrap" align="start">
              <LineUnits
                {...(index === 0 && firstItem !== null && { autoFocus: true, "data-autofocus": true })}
                aria-label={`Units of ${line.sku}`}
                onScan={(code) => scan.current?.(code)}
                {...form.getInputProps(`lines.${index}.quantity`)}
                {...(shortages.has(line.variantId) && { error: `Only ${shortages.get(line.variantId)} there` })}
              />
              <ActionIcon
                size={30}
                variant="subtle"
                color="gray"
                aria-label={`Remove ${line.sku}`}
                onClick={() => form.removeListItem("lines", index)}
              >
                <TrashIcon size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <TextInput label="Reason" placeholder="The shop is running low …" {...form.getInputProps("reason")} />
        <FormFooter form={form} submitLabel="Transfer" onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface LineUnitsProps extends NumberInputProps {
  readonly onScan: (code: string) => void;
}

function LineUnits({ onScan, ...props }: LineUnitsProps) {
  const { value = "", onChange = () => {} } = props;
  const onKeyDown = useScanInField(value, onChange, onScan);
  return <WholeNumberInput w={92} size="xs" min={1} {...props} onKeyDown={onKeyDown} />;
}

const lineOf = (variantId: VariantId, { sku, title }: { sku: string; title: string }): TransferLine => ({
  variantId,
  sku,
  title,
  quantity: 1,
});

/** How many units can be transferred from the location. */
function AvailableUnits({ id, locationId }: { id: VariantId; locationId: string }) {
  const query = useApiQuery(stockApi.read, { id });
  if (!query.data) return null;
  const available = query.data.locations.find((level) => level.locationId === locationId)?.available ?? 0;
  return (
    <Text size="xs" c={available > 0 ? "dimmed" : "var(--mantine-color-error)"}>
      {available} available there
    </Text>
  );
}

/** The available units of items with too few, by variant. */
function shortagesIn(error: ApiError | null): Map<string, number> {
  const lines: unknown = error?.code === "stock.short" ? error.detail["lines"] : null;
  return new Map(
    Array.isArray(lines) ? lines.map(({ variantId, available }) => [String(variantId), Number(available)]) : [],
  );
}
