/**
 * The filters above the order list: the most common ones in the bar, the others behind a button, and chips for the
 * active ones.
 */
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { balanceOptions, moneyTroubleOptions, paymentBadges, returnedOptions, statusBadges } from "../orders/labels.ts";
import { type Chip, FilterChips } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { dateRangeText } from "../ui/format/dates.ts";
import { whenIdle } from "../ui/later/when-idle.tsx";
import type { OrderFilterValues as Values } from "./order-params.ts";

/** As wide as the fields. */
const OrderFilterFields = whenIdle(() => import("./order-filter-fields.tsx"), <Skeleton height={30} width={520} />);

interface Props {
  readonly values: Values;
  readonly set: (patch: Values) => void;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly save: ReactNode;
}

export function OrderFilters({ values, set, isFiltered, onClear, save }: Props) {
  const { user } = useSession();
  const { q } = values;
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
        save={save}
      >
        <OrderFilterFields values={values} set={set} />
      </FilterBar>
      <FilterChips chips={useChips(values, set)} />
    </>
  );
}

const searchHelp =
  "Finds a number with or without QM-, a name, an email, four digits or more of a phone number, a SKU, an item’s title, a tracking number or a payment’s reference.";
const vendorSearchHelp = "Finds a number with or without QM-, a SKU or an item’s title.";

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
