/**
 * The filter fields of the order list besides the search: the most common ones in the bar, the others behind a button.
 */
import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import {
  balanceOptions,
  moneyTroubleOptions,
  paymentOptions,
  returnedOptions,
  statusOptions,
} from "../orders/labels.ts";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterPopover } from "../ui/filters/filter-popover.tsx";
import { SelectFilter } from "../ui/filters/filters.tsx";
import { MultiSelectFilter } from "../ui/filters/multi-select-filter.tsx";
import { SlidersHorizontalIcon } from "../ui/icons.ts";
import type { OrderFilterValues } from "./order-params.ts";

interface Props {
  readonly values: OrderFilterValues;
  readonly set: (patch: OrderFilterValues) => void;
}

export default function OrderFilterFields({ values, set }: Props) {
  const { user } = useSession();
  const { from, to, status, paymentStatus, sort } = values;
  return (
    <>
      <MultiSelectFilter
        label="Status"
        value={status}
        onChange={(chosen) => set({ status: chosen })}
        options={statusOptions}
      />
      <MultiSelectFilter
        label="Payment"
        value={paymentStatus}
        onChange={(chosen) => set({ paymentStatus: chosen })}
        options={paymentOptions}
      />
      <MoreFilters values={values} set={set} />
      <DateRangeFilter value={{ from, to }} onChange={set} />
      <SelectFilter
        label="Sort"
        anyLabel="Newest first"
        value={sort}
        onChange={(chosen) => set({ sort: chosen })}
        options={[
          { value: "oldest", label: "Oldest first" },
          ...(user.vendor ? [] : [{ value: "total" as const, label: "Largest first" }]),
        ]}
      />
    </>
  );
}

const yesNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;

/** The less common fields. */
function MoreFilters({ values, set }: Props) {
  const { user } = useSession();
  const { options: channels } = useChannels();
  const { balance, moneyTrouble, returned, fulfillable, backordered, channel, tag } = values;
  const count = [balance, moneyTrouble, returned, fulfillable, backordered, channel, tag].filter(
    (one) => one !== undefined,
  ).length;
  return (
    <FilterPopover
      text={count > 0 ? `More filters (${count})` : "More filters"}
      isFiltering={count > 0}
      leftSection={<SlidersHorizontalIcon size={14} />}
    >
      <Stack gap="xs" w={220}>
        <Choice
          label="Ready to ship"
          value={toText(fulfillable)}
          onChange={(chosen) => set({ fulfillable: toBoolean(chosen) })}
          options={yesNo}
        />
        <Choice
          label="Backordered"
          value={toText(backordered)}
          onChange={(chosen) => set({ backordered: toBoolean(chosen) })}
          options={yesNo}
        />
        {!user.vendor && (
          <Choice
            label="Balance"
            value={balance}
            onChange={(chosen) => set({ balance: chosen })}
            options={balanceOptions}
          />
        )}
        {!user.vendor && (
          <Choice
            label="Payment problem"
            value={moneyTrouble}
            onChange={(chosen) => set({ moneyTrouble: chosen })}
            options={moneyTroubleOptions}
          />
        )}
        <Choice
          label="Returned"
          value={returned}
          onChange={(chosen) => set({ returned: chosen })}
          options={returnedOptions}
        />
        {channels.length > 1 && (
          <Choice label="Channel" value={channel} onChange={(chosen) => set({ channel: chosen })} options={channels} />
        )}
        {!user.vendor && <TagField value={tag} onChange={(chosen) => set({ tag: chosen })} />}
      </Stack>
    </FilterPopover>
  );
}

const toText = (value: boolean | undefined) => (value === undefined ? undefined : value ? "true" : "false");
const toBoolean = (text: "true" | "false" | undefined) => (text === undefined ? undefined : text === "true");

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

const Choice = <Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) => (
  <NativeSelect
    size="xs"
    label={label}
    data={[{ value: "", label: "Any" }, ...options]}
    value={value ?? ""}
    onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
  />
);

/** Filters shortly after the last key press. Starts with the current value each time the fields are opened. */
function TagField({ value, onChange }: { value: string | undefined; onChange: (tag: string | undefined) => void }) {
  const onChangeDebounced = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), 400);
  return (
    <TextInput
      size="xs"
      label="Tag"
      maxLength={50}
      defaultValue={value ?? ""}
      onChange={(event) => onChangeDebounced(event.currentTarget.value)}
      onBlur={() => onChangeDebounced.flush()}
    />
  );
}
