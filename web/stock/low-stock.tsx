/** The items whose available stock is at or below a threshold. */
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import * as stockApi from "#core/contract/stock";
import * as storeApi from "#core/contract/store";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { statusOptions } from "../products/labels.ts";
import { FilterBar } from "../ui/filters/filters.tsx";
import { MultiSelectFilter } from "../ui/filters/multi-select-filter.tsx";
import { plainDigits } from "../ui/forms/plain-digits.ts";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumListParam, idParam, type UrlParam, useFilters } from "../ui/url-state.ts";
import { ScanDrawers, useActionsColumn } from "./actions-column.tsx";
import { LocationFilter } from "./location-filter.tsx";
import { stockColumns, useStockRows } from "./stock-columns.tsx";

const unitsParam: UrlParam<number> = (text) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);
const params = { locationId: idParam("loc"), threshold: unitsParam, productStatus: enumListParam(productApi.statuses) };

/** Here the threshold is shown by default. */
const columns = stockColumns.map(({ hiddenByDefault, ...column }) =>
  column.id === "threshold" || !hiddenByDefault ? column : { ...column, hiddenByDefault },
);

export default function LowStock() {
  const { store, can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = useStockRows(usePaginatedQuery(stockApi.low, values));
  const shown = useActionsColumn(columns);
  const client = useQueryClient();
  return (
    <Page title="Low stock">
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
        <MultiSelectFilter
          label="Product status"
          // By default only items on sale: low stock of others does not matter.
          value={values.productStatus ?? ["active"]}
          onChange={(chosen) => set({ productStatus: chosen?.join() === "active" ? undefined : chosen })}
          options={statusOptions}
        />
        <ThresholdFilter key={values.threshold} value={values.threshold} onChange={(threshold) => set({ threshold })} />
      </FilterBar>
      <DataTable
        name="low"
        pages={pages}
        columns={shown}
        rowLink={({ id }, rest) => <Link to="/stock/levels/$id" params={{ id }} {...rest} />}
        onPrefetch={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        emptyState={
          <EmptyList
            items="items"
            isFiltered={isFiltered}
            onClear={clear}
            title="Nothing is running low"
            action={
              <>
                <SecondaryLink to="/stock/levels">See stock levels</SecondaryLink>
                {can(storeApi.edit) && <SecondaryLink to="/settings/store">Change the threshold</SecondaryLink>}
              </>
            }
          >
            An item is low when {store.lowStockThreshold} or fewer are available, unless it has its own threshold. Only
            items of products on sale count.
          </EmptyList>
        }
      />
      <ScanDrawers />
    </Page>
  );
}

interface ThresholdProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A threshold for all items, overriding their own. */
function ThresholdFilter({ value, onChange }: ThresholdProps) {
  const onChangeDebounced = useDebouncedCallback((text: string) => onChange(unitsParam(plainDigits(text))), 400);
  return (
    <TextInput
      size="xs"
      w={190}
      inputMode="numeric"
      aria-label="Threshold"
      leftSection="Threshold"
      leftSectionWidth={72}
      leftSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)" } }}
      placeholder="item’s own"
      defaultValue={value ?? ""}
      onChange={(event) => onChangeDebounced(event.currentTarget.value.trim())}
      onBlur={() => onChangeDebounced.flush()}
    />
  );
}
