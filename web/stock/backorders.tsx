/** The backordered items, and the orders waiting for each. */
import { Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as stockApi from "#core/contract/stock";
import { apiQuery, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { countText } from "../ui/format/format.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { ButtonLink, drawerLink, SecondaryLink, TextLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, textParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { BackorderedOrders } from "./backordered-orders.tsx";
import { allocatedUnits } from "./labels.ts";
import { type StockRow, useStockRows } from "./stock-columns.tsx";
import { Quantity } from "./stock-figures.tsx";
import type { VariantId } from "./types.ts";

const params = { q: textParam };

const columns: readonly Column<StockRow>[] = [
  { id: "sku", title: "SKU", cell: ({ sku }) => sku },
  { id: "title", title: "Item", unlabeled: true, cell: ({ title }) => title },
  {
    id: "backordered",
    title: "Backordered",
    align: "right",
    cell: ({ backordered }) => <Quantity value={backordered} strong />,
  },
  { id: "onHand", title: "On hand", align: "right", cell: ({ onHand }) => <Quantity value={onHand} /> },
  {
    id: "allocated",
    title: "Allocated",
    align: "right",
    cell: (stock) => <Quantity value={allocatedUnits(stock)} />,
  },
];

const rowLink = drawerLink("orders");

export default function Backorders() {
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = useStockRows(usePaginatedQuery(stockApi.list, { ...values, state: "backordered" }));
  const client = useQueryClient();
  const drawer = useRecordDrawer("orders", idParam("var"));
  return (
    <Page title="Backorders">
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="SKU, title or barcode" />}
        isFiltered={isFiltered}
        onClear={clear}
      />
      <DataTable
        name="backorders"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        onPrefetch={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        emptyState={
          <EmptyList
            items="backorders"
            isFiltered={isFiltered}
            onClear={clear}
            title="No backorders"
            action={<SecondaryLink to="/stock/low">See what is running low</SecondaryLink>}
          >
            No order is waiting for goods: every unit ordered is allocated or has shipped.
          </EmptyList>
        }
      />
      <Drawer title="Backordered orders" opened={drawer.opened} onClose={drawer.close} size="md">
        {drawer.id && <BackorderDetails key={drawer.id} id={drawer.id} />}
      </Drawer>
    </Page>
  );
}

function BackorderDetails({ id }: { id: VariantId }) {
  const { can } = useSession();
  const query = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  const stock = query.data;
  if (!stock) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="md">
      <div>
        <TextLink to="/stock/levels/$id" params={{ id }} fw={600}>
          {stock.sku}
        </TextLink>
        <Text size="sm">{stock.title}</Text>
        <Text size="sm" c="dimmed">
          {countText(stock.backordered, "unit")} backordered, {stock.available} available
        </Text>
      </div>
      <BackorderedOrders stock={stock} />
      {can(stockApi.receive) && stock.trackStock && (
        <Group>
          <ButtonLink to="/stock/levels/$id" params={{ id }} search={{ open: "receive" }}>
            Receive {stock.sku}
          </ButtonLink>
        </Group>
      )}
    </Stack>
  );
}
