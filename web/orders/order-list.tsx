/** All orders, with search, filters, saved views and bulk actions. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconClipboardList, IconDownload, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { apiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { useBulkAction } from "../ui/bulk-action.tsx";
import { toCsv } from "../ui/csv.ts";
import { download } from "../ui/download.ts";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterBar, FilterPill, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { MultiSelectFilter } from "../ui/filters/multi-select-filter.tsx";
import { SavedViews, type View } from "../ui/filters/saved-views.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { Amount, countText, DateTime } from "../ui/format/format.tsx";
import { majorUnitsText } from "../ui/format/money.ts";
import { ButtonLink, MenuLink } from "../ui/links.tsx";
import { EmptyState, NoResults, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { toastError } from "../ui/toast.tsx";
import {
  booleanParam,
  dateParam,
  enumListParam,
  enumParam,
  textParam,
  useFilters,
  useUrlState,
} from "../ui/url-state.ts";
import { BackorderBadge, PaymentBadge, StatusBadge } from "./badges.tsx";
import { paymentBadges, paymentOptions, statusBadges, statusOptions } from "./labels.ts";
import { rememberList } from "./last-list.ts";
import { OrderBulkActions } from "./order-bulk-actions.tsx";
import type { OrderRow } from "./types.ts";

const params = {
  q: textParam,
  status: enumListParam(orderApi.statuses),
  paymentStatus: enumListParam(orderApi.paymentStatuses),
  channel: textParam,
  backordered: booleanParam,
  from: dateParam,
  to: dateParam,
  sort: enumParam(["oldest", "total"]),
};

const views: readonly View[] = [
  { name: "All", search: {} },
  { name: "To pack", search: { status: "confirmed", sort: "oldest" } },
  { name: "Partially shipped", search: { status: "partiallyShipped", sort: "oldest" } },
  { name: "Backordered", search: { backordered: "true", sort: "oldest" } },
  { name: "Awaiting payment", search: { status: "pending", sort: "oldest" } },
  { name: "Payment failed", search: { paymentStatus: "failed" } },
];

const columns: readonly Column<OrderRow>[] = [
  { id: "number", title: "Order", cell: ({ number }) => number },
  { id: "customer", title: "Customer", unlabeled: true, cell: ({ contact }) => contact?.name ?? "–" },
  { id: "email", title: "E-mail", hiddenByDefault: true, cell: ({ contact }) => contact?.email ?? "–" },
  { id: "phone", title: "Phone", hiddenByDefault: true, cell: ({ contact }) => contact?.phone ?? "–" },
  { id: "status", title: "Status", unlabeled: true, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "payment",
    title: "Payment",
    unlabeled: true,
    cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />,
  },
  {
    id: "units",
    title: "Units",
    unlabeled: true,
    cell: ({ units, backordered }) => (
      <>
        {countText(units, "unit")} <BackorderBadge units={backordered} />
      </>
    ),
  },
  { id: "channel", title: "Channel", hiddenByDefault: true, cell: ({ channel }) => channel ?? "–" },
  {
    id: "balance",
    title: "Balance",
    hiddenByDefault: true,
    align: "right",
    cell: ({ balance }) => (balance?.direction === "even" ? "settled" : <Amount value={balance?.amount ?? null} />),
  },
  { id: "total", title: "Total", align: "right", unlabeled: true, cell: ({ total }) => <Amount value={total} /> },
  { id: "placed", title: "Placed", unlabeled: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

/** A constant, so that rows that have not changed are not rendered again. */
const rowLink: RowLink<OrderRow> = ({ id }, rest) => <Link to="/orders/$id" params={{ id }} {...rest} />;

export default function OrderList() {
  const { can, store, user } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const { from, to, ...rest } = values;
  const input = {
    ...rest,
    ...dateRangeInput({ from, to }, store.timeZone),
  };
  const pages = usePaginatedQuery(orderApi.list, input);
  const client = useQueryClient();
  const navigate = useNavigate();
  const bulk = useBulkAction();
  const prefetch = useCallback(
    ({ id }: OrderRow) => void client.prefetchQuery(apiQuery(orderApi.read, { id })),
    [client],
  );
  const canCreate = can(orderApi.create);
  // Loads the code of the order page before anybody clicks. If that fails, the click will show the error.
  useEffect(() => {
    const timer = setTimeout(() => void import("./order-page.tsx").catch(() => null), 500);
    return () => clearTimeout(timer);
  }, []);
  const [search] = useUrlState();
  useEffect(() => rememberList({ search, ids: pages.items?.map(({ id }) => id) ?? [] }), [search, pages.items]);
  useShortcuts(
    "Orders",
    canCreate ? [{ keys: "n", label: "New order", run: () => void navigate({ to: "/orders/new" }) }] : [],
  );
  return (
    <Page
      title="Orders"
      actions={
        <>
          <MoreMenu input={input} canExport={can(orderApi.exportList)} />
          {canCreate && (
            <ButtonLink to="/orders/new" leftSection={<IconPlus size={16} />}>
              New order
            </ButtonLink>
          )}
        </>
      }
    >
      <SavedViews list="orders" views={views} filters={Object.keys(params)} />
      <FilterBar
        search={
          <SearchFilter
            value={values.q}
            onChange={(q) => set({ q })}
            placeholder="Number, name, e-mail, phone or SKU"
          />
        }
        isFiltered={isFiltered}
        onClear={clear}
      >
        <MultiSelectFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        <MultiSelectFilter
          label="Payment"
          value={values.paymentStatus}
          onChange={(paymentStatus) => set({ paymentStatus })}
          options={paymentOptions}
        />
        <ChannelFilter value={values.channel} onChange={(channel) => set({ channel })} />
        <DateRangeFilter value={{ from, to }} onChange={set} />
        <SelectFilter
          label="Sort"
          anyLabel="Newest first"
          value={values.sort}
          onChange={(sort) => set({ sort })}
          options={[
            { value: "oldest", label: "Oldest first" },
            ...(user.vendor ? [] : [{ value: "total" as const, label: "Largest first" }]),
          ]}
        />
        {values.backordered && <FilterPill label="Backordered" onRemove={() => set({ backordered: undefined })} />}
      </FilterBar>
      {bulk.dialog}
      <DataTable
        name="orders"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        onPrefetch={prefetch}
        bulkActions={({ items }) => <OrderBulkActions items={items} bulk={bulk} />}
        emptyState={
          isFiltered ? (
            <NoResults items="orders" onClear={clear} />
          ) : (
            <EmptyState title="No orders yet">
              Orders appear here when they are placed. Staff can also place an order for a customer.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function ChannelFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}) {
  const { options } = useChannels();
  if (options.length < 2) return null;
  return <SelectFilter label="Channel" value={value} onChange={onChange} options={options} />;
}

type Input = Parameters<typeof usePaginatedQuery<typeof orderApi.list>>[1];

function MoreMenu({ input, canExport }: { input: Input; canExport: boolean }) {
  const { can } = useSession();
  const [rows, setRows] = useState<number | null>(null);
  const { sort: _, ...filters } = input;
  const exportCsv = async () => {
    setRows(0);
    try {
      await callApi(orderApi.exportList, filters);
      const orders = await fetchAllPages(orderApi.list, input, { onPage: setRows });
      download(`orders-${new Date().toISOString().slice(0, 10)}.csv`, toCsv([csvTitles, ...orders.map(csvRow)]));
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setRows(null);
    }
  };
  if (!canExport && !can(orderApi.pickingSheet)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={rows !== null} rightSection={<IconChevronDown size={14} />}>
          {rows ? `${rows} rows …` : "More"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {can(orderApi.pickingSheet) && (
          <MenuLink
            leftSection={<IconClipboardList size={15} />}
            to="/orders/picking"
            search={Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))}
          >
            Picking sheet for these orders
          </MenuLink>
        )}
        {canExport && (
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={exportCsv}>
            Export as CSV
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const csvTitles = [
  "number",
  "placedAt",
  "status",
  "payment",
  "name",
  "email",
  "phone",
  "channel",
  "units",
  "backordered",
  "total",
  "currency",
];

const csvRow = (row: OrderRow) => [
  row.number,
  row.createdAt,
  statusBadges[row.status][0],
  paymentBadges[row.paymentStatus][0],
  row.contact?.name ?? "",
  row.contact?.email ?? "",
  row.contact?.phone ?? "",
  row.channel ?? "",
  row.units,
  row.backordered,
  row.total ? majorUnitsText(row.total.amountMinor, row.total.currency) : "",
  row.total?.currency ?? "",
];
