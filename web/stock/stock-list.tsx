/** What every item has, everywhere or at one location. */
import { Button } from "@mantine/core";
import { IconClipboardCheck, IconPackageImport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as stockApi from "#core/contract/stock";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ChoiceFilter, FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { type View, Views } from "../ui/filters/saved-views.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, textParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { ShelfDrawers, useShelfColumn } from "./actions-column.tsx";
import { LocationFilter } from "./location-filter.tsx";
import { levelColumns, useLevels } from "./stock-columns.tsx";

const fields = { q: textParam, locationId: idParam("loc"), state: enumParam(["in", "out", "low", "waiting"]) };

const views: readonly View[] = [
  { name: "All", search: {} },
  { name: "In stock", search: { state: "in" } },
  { name: "Out of stock", search: { state: "out" } },
  { name: "Low", search: { state: "low" } },
  { name: "Orders wait", search: { state: "waiting" } },
];

export default function LevelList() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = useLevels(usePages(stockApi.list, values));
  const columns = useShelfColumn(levelColumns);
  const client = useQueryClient();
  const receive = useDrawer("receive");
  const count = useDrawer("count");
  const canReceive = can(stockApi.receive);
  useKeys(
    "Stock",
    canReceive
      ? [
          { keys: "r", does: "Receive goods", run: receive.open },
          { keys: "c", does: "Count the shelves", run: count.open },
        ]
      : [],
  );
  return (
    <Page
      title="Stock levels"
      actions={
        canReceive && (
          <>
            <Button variant="default" leftSection={<IconClipboardCheck size={16} />} onClick={count.open}>
              Count
            </Button>
            <Button leftSection={<IconPackageImport size={16} />} onClick={receive.open}>
              Receive goods
            </Button>
          </>
        )
      }
    >
      <Views of="levels" views={views} filters={Object.keys(fields)} />
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="SKU, title or barcode" />}
        any={isFiltered}
        clear={clear}
      >
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
        <ChoiceFilter
          label="Stock"
          value={values.state}
          onChange={(state) => set({ state })}
          options={[
            { value: "in", label: "In stock" },
            { value: "out", label: "Out of stock" },
            { value: "low", label: "Low" },
            { value: "waiting", label: "Orders wait" },
          ]}
        />
      </FilterBar>
      <DataTable
        of="levels"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => (
          <Link
            to="/stock/levels/$id"
            params={{ id }}
            search={values.locationId ? { locationId: values.locationId } : {}}
            {...rest}
          />
        )}
        onPeek={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        empty={
          isFiltered ? (
            <NoneFits of="item" clear={clear} />
          ) : (
            <Empty title="Nothing to count yet">Add a product first: each of its variants is an item here.</Empty>
          )
        }
      />
      <ShelfDrawers />
    </Page>
  );
}
