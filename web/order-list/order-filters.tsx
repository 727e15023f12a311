/** The filters above the order list: the commonest in the bar, the others behind a button, and chips of the active ones. */
import { Button, NativeSelect, Popover, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import {
  balanceOptions,
  moneyTroubleOptions,
  paymentBadges,
  paymentOptions,
  returnedOptions,
  statusBadges,
  statusOptions,
} from "../orders/labels.ts";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { type Chip, FilterChips } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { MultiSelectFilter } from "../ui/filters/multi-select-filter.tsx";
import { dateRangeText } from "../ui/format/dates.ts";
import type { UrlParamValues } from "../ui/url-state.ts";
import type { orderParams } from "./order-params.ts";

type Values = UrlParamValues<typeof orderParams>;

interface Props {
  readonly values: Values;
  readonly set: (patch: Values) => void;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function OrderFilters({ values, set, isFiltered, onClear }: Props) {
  const { user } = useSession();
  const { q, from, to, status, paymentStatus, sort } = values;
  return (
    <>
      <FilterBar
        search={
          <SearchFilter
            value={q}
            onChange={(text) => set({ q: text })}
            placeholder={user.vendor ? "Number, SKU or item" : "Number, customer, SKU, tracking …"}
            help={user.vendor ? vendorSearchHelp : searchHelp}
          />
        }
        isFiltered={isFiltered}
        onClear={onClear}
      >
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
      </FilterBar>
      <FilterChips chips={useChips(values, set)} />
    </>
  );
}

const searchHelp =
  "Finds a number with or without QM-, a name, an e-mail, four digits or more of a phone number, a SKU, an item’s title, a tracking number or a payment’s reference.";
const vendorSearchHelp = "Finds a number with or without QM-, a SKU or an item’s title.";

const yesNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;

/** The fields that are needed less often. */
function MoreFilters({ values, set }: Pick<Props, "values" | "set">) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { user } = useSession();
  const { options: channels } = useChannels();
  const { balance, moneyTrouble, returned, fulfillable, backordered, channel, tag } = values;
  const count = [balance, moneyTrouble, returned, fulfillable, backordered, channel, tag].filter(
    (one) => one !== undefined,
  ).length;
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          fw={count > 0 ? 600 : 400}
          leftSection={<IconAdjustmentsHorizontal size={14} />}
          onClick={toggle}
        >
          More filters{count > 0 && ` (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
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
            <Choice
              label="Channel"
              value={channel}
              onChange={(chosen) => set({ channel: chosen })}
              options={channels}
            />
          )}
          {!user.vendor && <TagField value={tag} onChange={(chosen) => set({ tag: chosen })} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
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

/** Filters a moment after the last key. It begins with the value each time the fields are opened. */
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

function useChips(values: Values, set: Props["set"]): Chip[] {
  const { store } = useSession();
  const { nameOf } = useChannels();
  const { status, paymentStatus, balance, moneyTrouble, fulfillable, backordered, returned, channel, tag, from, to } =
    values;
  const chip = (label: string | undefined, patch: Values): Chip[] =>
    label === undefined ? [] : [{ label, onRemove: () => set(patch) }];
  return [
    ...chip(status && `Status: ${status.map((one) => statusBadges[one][0]).join(", ")}`, { status: undefined }),
    ...chip(paymentStatus && `Payment: ${paymentStatus.map((one) => paymentBadges[one][0]).join(", ")}`, {
      paymentStatus: undefined,
    }),
    ...chip(fulfillable === undefined ? undefined : fulfillable ? "Ready to ship" : "Not ready to ship", {
      fulfillable: undefined,
    }),
    ...chip(backordered === undefined ? undefined : backordered ? "Backordered" : "Nothing backordered", {
      backordered: undefined,
    }),
    ...chip(balanceOptions.find(({ value }) => value === balance)?.label, { balance: undefined }),
    ...chip(moneyTroubleOptions.find(({ value }) => value === moneyTrouble)?.label, { moneyTrouble: undefined }),
    ...chip(returnedOptions.find(({ value }) => value === returned)?.label, { returned: undefined }),
    ...chip(channel && `Channel: ${nameOf(channel)}`, { channel: undefined }),
    ...chip(tag && `Tag: ${tag}`, { tag: undefined }),
    ...chip(from || to ? dateRangeText({ from, to }, store.timeZone) : undefined, { from: undefined, to: undefined }),
  ];
}
