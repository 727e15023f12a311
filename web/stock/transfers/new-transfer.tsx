/** A new transfer between two locations. Items are scanned one after the other. */
import { ActionIcon, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import type { ApiError } from "../../api/api-client.ts";
import { useApiQuery } from "../../api/hooks.ts";
import { useLocations } from "../../api/use-locations.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { type Variant, VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { ArrowLeftRightIcon } from "../../ui/icons.ts";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { toastSuccess } from "../../ui/toast.tsx";
import { useUrlState } from "../../ui/url-state.ts";
import { useDrawerItem } from "../changes/use-drawer-item.ts";
import { ItemLineRow, inputLines, withUnits } from "../item-lines.tsx";
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

function TransferForm({ onClose, firstItem }: { onClose: () => void; firstItem: VariantStockDetail | null }) {
  const { open } = useLocations();
  const mostAvailable = firstItem?.locations.toSorted((one, other) => other.available - one.available)[0]?.locationId;
  const from = open.find(({ id }) => id === mostAvailable)?.id ?? open[0]?.id ?? "";
  const form = useApiForm(transferApi.create, {
    initialValues: {
      fromLocationId: from as string,
      toLocationId: (open.find(({ id }) => id !== from)?.id ?? "") as string,
      lines: firstItem ? withUnits([], { ...firstItem, id: firstItem.variantId }, 1) : [],
      reason: "",
    },
    toInput: ({ fromLocationId, toLocationId, lines, reason }) => ({
      fromLocationId: fromLocationId as LocationId, // one of the options
      toLocationId: toLocationId as LocationId,
      lines: inputLines(lines),
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
  const picker = useRef<HTMLInputElement>(null);
  const onScan = (code: string) => {
    scan.current?.(code);
    // A second scan in the same field would put back the units before the first.
    picker.current?.focus();
  };
  const { lines, fromLocationId, toLocationId } = form.values;
  const shortages = shortagesIn(form.mutation.error);
  const add = (variant: Variant) => form.setFieldValue("lines", withUnits(lines, variant, 1));
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
        <VariantPicker
          label="Add an item"
          onPick={add}
          autoFocus={firstItem === null}
          scan={scan}
          input={picker}
          error={itemError}
        />
        {lines.map((line, index) => (
          <ItemLineRow
            key={line.variantId}
            line={line}
            error={shortages.get(line.variantId) ?? form.errors[`lines.${index}.quantity`]}
            note={<AvailableUnits id={line.variantId} locationId={fromLocationId} />}
            autoFocus={index === 0 && firstItem !== null}
            setUnits={(_, quantity) => form.setFieldValue(`lines.${index}.quantity`, quantity)}
            onRemove={() => form.removeListItem("lines", index)}
            onScan={onScan}
          />
        ))}
        <TextInput label="Reason" placeholder="The shop is running low …" {...form.getInputProps("reason")} />
        <FormFooter form={form} submitLabel="Transfer" onCancel={onClose} />
      </Stack>
    </form>
  );
}

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

/** What to say of items with too few units, by variant. */
function shortagesIn(error: ApiError | null): Map<string, string> {
  const lines: unknown = error?.code === "stock.short" ? error.detail["lines"] : null;
  return new Map(
    Array.isArray(lines) ? lines.map(({ variantId, available }) => [String(variantId), `Only ${available} there`]) : [],
  );
}
