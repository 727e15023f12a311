/** The stock of all items, at all locations or at one. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { DropOnList } from "../jobs/drop-on-list.tsx";
import { labelsOf } from "../labels/chosen-items.ts";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { type ListViews, SavedViews, SaveFilters } from "../ui/filters/saved-views.tsx";
import { BarcodeIcon, ClipboardCheckIcon, PackagePlusIcon } from "../ui/icons.ts";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { SelectedRows } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, textParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { ScanDrawers, useActionsColumn } from "./actions-column.tsx";
import { LocationFilter } from "./location-filter.tsx";
import { type StockRow, stockColumns, useStockRows } from "./stock-columns.tsx";

const params = { q: textParam, locationId: idParam("loc"), state: enumParam(["in", "out", "low", "backordered"]) };

const listed: ListViews = {
  list: "levels",
  params,
  views: [
    { name: "All", search: {} },
    { name: "In stock", search: { state: "in" } },
    { name: "Out of stock", search: { state: "out" } },
    { name: "Low", search: { state: "low" } },
    { name: "Backordered", search: { state: "backordered" } },
  ],
};

export default function StockList() {
  return (
    <DropOnList kind="stock">
      <Listed />
    </DropOnList>
  );
}

function Listed() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = useStockRows(usePaginatedQuery(stockApi.list, values));
  const columns = useActionsColumn(stockColumns);
  const client = useQueryClient();
  const receiveDrawer = useDrawer("receive");
  const countDrawer = useDrawer("count");
  const canReceive = can(stockApi.receive);
  useShortcuts(
    "Stock",
    canReceive
      ? [
          { keys: "r", label: "Receive goods", run: receiveDrawer.open },
          { keys: "c", label: "Count stock", run: countDrawer.open },
        ]
      : [],
  );
  return (
    <Page
      title="Stock levels"
      actions={
        canReceive && (
          <>
            <Button variant="default" leftSection={<ClipboardCheckIcon size={16} />} onClick={countDrawer.open}>
              Count
            </Button>
            <Button leftSection={<PackagePlusIcon size={16} />} onClick={receiveDrawer.open}>
              Receive goods
            </Button>
          </>
        )
      }
    >
      <SavedViews {...listed} op={stockApi.list} />
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="SKU, title or barcode" />}
        isFiltered={isFiltered}
        onClear={clear}
        save={<SaveFilters {...listed} />}
      >
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
        <SelectFilter
          label="Stock"
          value={values.state}
          onChange={(state) => set({ state })}
          options={[
            { value: "in", label: "In stock" },
            { value: "out", label: "Out of stock" },
            { value: "low", label: "Low" },
            { value: "backordered", label: "Backordered" },
          ]}
        />
      </FilterBar>
      <DataTable
        name="levels"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => (
          <Link
            to="/stock/levels/$id"
            params={{ id }}
            search={values.locationId ? { locationId: values.locationId } : {}}
            {...rest}
          />
        )}
        onPrefetch={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        {...(can(variantApi.list) && {
          bulkActions: ({ items }: SelectedRows<StockRow>) => (
            <ButtonLink
              size="compact-sm"
              variant="default"
              leftSection={<BarcodeIcon size={14} />}
              to="/products/labels"
              search={labelsOf(items.map(({ variantId }) => ({ id: variantId, copies: 1 })))}
            >
              Print labels
            </ButtonLink>
          ),
        })}
        emptyState={
          <EmptyList
            items="items"
            isFiltered={isFiltered}
            onClear={clear}
            title="No items yet"
            action={can(productApi.create) && <ButtonLink to="/products/new">New product</ButtonLink>}
          >
            Add a product first. Each of its variants is an item here.
          </EmptyList>
        }
      />
      <ScanDrawers />
    </Page>
  );
}
