/** What is running low, before a customer finds out. */
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as stockApi from "#core/contract/stock";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { FilterBar } from "../ui/filters/filters.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, type UrlParam, useFilters } from "../ui/url-state.ts";
import { ShelfDrawers, useShelfColumn } from "./actions-column.tsx";
import { LocationFilter } from "./location-filter.tsx";
import { levelColumns, useLevels } from "./stock-columns.tsx";

const units: UrlParam<number> = (given) => (/^\d{1,6}$/.test(given) ? Number(given) : undefined);
const fields = { locationId: idParam("loc"), threshold: units };

const columns = levelColumns.map(({ aside, ...column }) =>
  column.id === "threshold" || !aside ? column : { ...column, aside },
);

export default function LowStock() {
  const { store } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = useLevels(usePages(stockApi.low, values));
  const shown = useShelfColumn(columns);
  const client = useQueryClient();
  return (
    <Page title="Low stock">
      <FilterBar any={isFiltered} clear={clear}>
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
        <Threshold key={values.threshold} value={values.threshold} onChange={(threshold) => set({ threshold })} />
      </FilterBar>
      <DataTable
        of="low"
        pages={pages}
        columns={shown}
        link={({ id }, rest) => <Link to="/stock/levels/$id" params={{ id }} {...rest} />}
        onPeek={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        empty={
          isFiltered ? (
            <NoneFits of="item" clear={clear} />
          ) : (
            <Empty title="Nothing is low">
              An item is low at {store.lowStockThreshold} available or fewer, unless it has a threshold of its own.
            </Empty>
          )
        }
      />
      <ShelfDrawers />
    </Page>
  );
}

interface ThresholdProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** Instead of what each item says itself. */
function Threshold({ value, onChange }: ThresholdProps) {
  const say = useDebouncedCallback((typed: string) => onChange(units(typed)), 400);
  return (
    <TextInput
      size="xs"
      w={190}
      inputMode="numeric"
      aria-label="Low at"
      leftSection="Low at"
      leftSectionWidth={54}
      leftSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)" } }}
      placeholder="each item’s own"
      defaultValue={value ?? ""}
      onChange={(event) => say(event.currentTarget.value.trim())}
      onBlur={() => say.flush()}
    />
  );
}
