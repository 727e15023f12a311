/** All orders, with search, filters, saved views and bulk actions. */
import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect } from "react";
import * as orderApi from "#core/contract/order";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { DropOnList } from "../jobs/drop-on-list.tsx";
import { ImportLink } from "../jobs/import-link.tsx";
import { BackorderBadge, BalanceText, GoodsBadges, OwesBadge, PaymentBadge } from "../orders/badges.tsx";
import { returnedOptions } from "../orders/labels.ts";
import type { OrderRow } from "../orders/types.ts";
import { useBulkAction } from "../ui/dialogs/bulk-action.tsx";
import { SavedViews, SaveFilters } from "../ui/filters/saved-views.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { Amount, countText, DateTime } from "../ui/format/format.tsx";
import { ChevronDownIcon, PlusIcon } from "../ui/icons.ts";
import { later } from "../ui/later/later.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { whenIdle } from "../ui/later/when-idle.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { useFilters, useUrlState } from "../ui/url-state.ts";
import { rememberList } from "./last-list.ts";
import { OrderFilters } from "./order-filters.tsx";
import { orderParams, viewsFor } from "./order-params.ts";

/** Loads the order page before anyone clicks on a row. */
later(() => import("../orders/order-page.tsx"));
const MoreMenu = whenIdle(
  () => import("./more-menu.tsx"),
  <Button variant="default" disabled rightSection={<ChevronDownIcon size={14} />}>
    More
  </Button>,
);
const OrderBulkActions = lazyPart(later(() => import("./order-bulk-actions.tsx")));

const columns: readonly Column<OrderRow>[] = [
  { id: "number", title: "Order", cell: ({ number }) => <span className="one-line">{number}</span> },
  { id: "customer", title: "Customer", unlabeled: true, cell: ({ contact }) => contact?.name ?? "–" },
  { id: "email", title: "Email", hiddenByDefault: true, cell: ({ contact }) => contact?.email ?? "–" },
  { id: "phone", title: "Phone", hiddenByDefault: true, cell: ({ contact }) => contact?.phone ?? "–" },
  { id: "status", title: "Status", unlabeled: true, cell: (order) => <GoodsBadges goods={order} /> },
  {
    id: "payment",
    title: "Payment",
    unlabeled: true,
    cell: (order) => (
      <Group gap={4} display="inline-flex">
        <PaymentBadge status={order.paymentStatus} />
        <OwesBadge order={order} />
      </Group>
    ),
  },
  {
    id: "units",
    title: "Units",
    unlabeled: true,
    cell: ({ units, backordered }) => (
      <>
        <span className="one-line">{countText(units, "unit")}</span> <BackorderBadge units={backordered} />
      </>
    ),
  },
  { id: "channel", title: "Channel", hiddenByDefault: true, cell: ({ channel }) => channel ?? "–" },
  {
    id: "balance",
    title: "Balance",
    hiddenByDefault: true,
    align: "right",
    cell: ({ balance }) => <BalanceText balance={balance} />,
  },
  {
    id: "returned",
    title: "Returned",
    hiddenByDefault: true,
    cell: ({ returned }) => returnedOptions.find(({ value }) => value === returned)?.label,
  },
  { id: "tags", title: "Tags", hiddenByDefault: true, cell: ({ tags }) => tags.join(", ") || "–" },
  {
    id: "total",
    title: "Total",
    align: "right",
    unlabeled: true,
    sort: { descending: "total" },
    cell: ({ total }) => <Amount value={total} />,
  },
  {
    id: "placed",
    title: "Placed",
    unlabeled: true,
    sort: { descending: "", ascending: "oldest" },
    cell: ({ createdAt }) => <DateTime value={createdAt} dimmed />,
  },
];

/** A constant, so that unchanged rows are not rendered again. */
const rowLink: RowLink<OrderRow> = ({ id }, rest) => <Link to="/orders/$id" params={{ id }} {...rest} />;

export default function OrderList() {
  return (
    <DropOnList kind="orders">
      <Listed />
    </DropOnList>
  );
}

function Listed() {
  const { can, store, user } = useSession();
  const { values, set, clear, isFiltered } = useFilters(orderParams);
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
  const listed = { list: "orders", views: viewsFor(user.vendor !== null), params: orderParams };
  const [search] = useUrlState();
  useEffect(() => rememberList({ search, ids: pages.items?.map(({ id }) => id) ?? [] }), [search, pages.items]);
  useShortcuts(
    "Orders",
    canCreate ? [{ keys: "n", label: "New order", run: () => void navigate({ to: "/orders/new" }) }] : [],
  );
  const newButton = canCreate && (
    <ButtonLink to="/orders/new" leftSection={<PlusIcon size={16} />}>
      New order
    </ButtonLink>
  );
  return (
    <Page
      title="Orders"
      actions={
        <>
          <MoreMenu input={input} />
          {newButton}
        </>
      }
    >
      <SavedViews {...listed} op={orderApi.list} />
      <OrderFilters
        values={values}
        set={set}
        isFiltered={isFiltered}
        onClear={clear}
        save={<SaveFilters {...listed} />}
      />
      {bulk.dialog}
      <DataTable
        name="orders"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        onPrefetch={prefetch}
        bulkActions={({ items }) => (
          <Suspense>
            <OrderBulkActions items={items} bulk={bulk} />
          </Suspense>
        )}
        emptyState={
          <EmptyList
            items="orders"
            isFiltered={isFiltered}
            onClear={clear}
            title="No orders yet"
            action={
              <>
                {newButton}
                {canCreate && <ImportLink kind="orders" />}
              </>
            }
          >
            Orders appear here as soon as they are placed.
            {canCreate && " You can also place one for a customer, or import the orders of another store."}
          </EmptyList>
        }
      />
    </Page>
  );
}
