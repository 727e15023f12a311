/** All orders, by what one is looking for. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconClipboardList, IconDownload, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import { apiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { useBulk } from "../ui/bulk-action.tsx";
import { allOf, csvOf } from "../ui/csv.ts";
import { download } from "../ui/download.ts";
import { DaysFilter } from "../ui/filters/date-range-filter.tsx";
import { ChoiceFilter, FilterBar, OnlyFilter, SearchFilter } from "../ui/filters/filters.tsx";
import { type View, Views } from "../ui/filters/saved-views.tsx";
import { daysAsked } from "../ui/format/dates.ts";
import { Amount, countText, When } from "../ui/format/format.tsx";
import { majorFrom } from "../ui/format/money.ts";
import { ButtonLink, MenuLink } from "../ui/links.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Column, DataTable, type RowLink } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { sayRefused } from "../ui/toast.tsx";
import { booleanParam, dateParam, enumParam, textParam, useFilters, useUrlState } from "../ui/url-state.ts";
import { PaymentBadge, StatusBadge, WaitingBadge } from "./badges.tsx";
import { paymentLook, paymentOptions, type Row, statusLook, statusOptions } from "./labels.ts";
import { keepList } from "./last-list.ts";
import { OrderBulk } from "./order-bulk-actions.tsx";

const fields = {
  q: textParam,
  status: enumParam(orderApi.statuses),
  paymentStatus: enumParam(orderApi.paymentStatuses),
  channel: textParam,
  waiting: booleanParam,
  from: dateParam,
  to: dateParam,
  sort: enumParam(["oldest", "total"]),
};

const views: readonly View[] = [
  { name: "All", search: {} },
  { name: "To pack", search: { status: "confirmed", sort: "oldest" } },
  { name: "Partly shipped", search: { status: "partiallyShipped", sort: "oldest" } },
  { name: "Waiting for stock", search: { waiting: "true", sort: "oldest" } },
  { name: "Waits for payment", search: { status: "pending", sort: "oldest" } },
  { name: "Payment failed", search: { paymentStatus: "failed" } },
];

const columns: readonly Column<Row>[] = [
  { id: "number", title: "Order", cell: ({ number }) => number },
  { id: "customer", title: "Customer", plain: true, cell: ({ contact }) => contact?.name ?? "–" },
  { id: "email", title: "E-mail", aside: true, cell: ({ contact }) => contact?.email ?? "–" },
  { id: "phone", title: "Phone", aside: true, cell: ({ contact }) => contact?.phone ?? "–" },
  { id: "status", title: "Status", plain: true, cell: ({ status }) => <StatusBadge of={status} /> },
  { id: "payment", title: "Payment", plain: true, cell: ({ paymentStatus }) => <PaymentBadge of={paymentStatus} /> },
  {
    id: "units",
    title: "Units",
    plain: true,
    cell: ({ units, waiting }) => (
      <>
        {countText(units, "unit")} <WaitingBadge units={waiting} />
      </>
    ),
  },
  { id: "channel", title: "Channel", aside: true, cell: ({ channel: sold }) => sold ?? "–" },
  {
    id: "balance",
    title: "Balance",
    aside: true,
    align: "right",
    cell: ({ balance }) => (balance?.direction === "even" ? "even" : <Amount of={balance?.amount ?? null} />),
  },
  { id: "total", title: "Total", align: "right", plain: true, cell: ({ total }) => <Amount of={total} /> },
  { id: "placed", title: "Placed", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

/** One and the same for every row and every time the list is drawn: a row that has not changed is left alone. */
const linkOf: RowLink<Row> = ({ id }, rest) => <Link to="/orders/$id" params={{ id }} {...rest} />;

export default function OrderList() {
  const { can, store, user } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const { from, to, ...others } = values;
  const input = {
    ...others,
    ...daysAsked({ from, to }, store.timeZone),
  };
  const pages = usePages(orderApi.list, input);
  const client = useQueryClient();
  const navigate = useNavigate();
  const bulk = useBulk();
  const peek = useCallback(({ id }: Row) => void client.prefetchQuery(apiQuery(orderApi.read, { id })), [client]);
  const canCreate = can(orderApi.create);
  // The code of what is opened next is there before anybody clicks; where it cannot be had, the click says so.
  useEffect(() => {
    const idle = setTimeout(() => void import("./order-page.tsx").catch(() => null), 500);
    return () => clearTimeout(idle);
  }, []);
  const [search] = useUrlState();
  useEffect(() => keepList({ search, ids: pages.items?.map(({ id }) => id) ?? [] }), [search, pages.items]);
  useKeys(
    "Orders",
    canCreate ? [{ keys: "n", does: "New order", run: () => void navigate({ to: "/orders/new" }) }] : [],
  );
  return (
    <Page
      title="Orders"
      actions={
        <>
          <More input={input} canExport={can(orderApi.exportList)} />
          {canCreate && (
            <ButtonLink to="/orders/new" leftSection={<IconPlus size={16} />}>
              New order
            </ButtonLink>
          )}
        </>
      }
    >
      <Views of="orders" views={views} filters={Object.keys(fields)} />
      <FilterBar
        search={
          <SearchFilter
            value={values.q}
            onChange={(q) => set({ q })}
            placeholder="Number, name, e-mail, phone or SKU"
          />
        }
        any={isFiltered}
        clear={clear}
      >
        <ChoiceFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        <ChoiceFilter
          label="Payment"
          value={values.paymentStatus}
          onChange={(paymentStatus) => set({ paymentStatus })}
          options={paymentOptions}
        />
        <Channel value={values.channel} onChange={(sold) => set({ channel: sold })} />
        <DaysFilter value={{ from, to }} onChange={set} />
        <ChoiceFilter
          label="Sort"
          none="Newest first"
          value={values.sort}
          onChange={(sort) => set({ sort })}
          options={[
            { value: "oldest", label: "Oldest first" },
            ...(user.vendor ? [] : [{ value: "total" as const, label: "Largest first" }]),
          ]}
        />
        {values.waiting && <OnlyFilter text="waiting" onEnd={() => set({ waiting: undefined })} />}
      </FilterBar>
      {bulk.dialog}
      <DataTable
        of="orders"
        pages={pages}
        columns={columns}
        link={linkOf}
        onPeek={peek}
        bulk={({ items }) => <OrderBulk items={items} bulk={bulk} />}
        empty={
          isFiltered ? (
            <NoneFits of="order" clear={clear} />
          ) : (
            <Empty title="No orders yet">
              They appear here as they are placed. Staff can place one for a customer, too.
            </Empty>
          )
        }
      />
    </Page>
  );
}

function Channel({ value, onChange }: { value: string | undefined; onChange: (code: string | undefined) => void }) {
  const { options } = useChannels();
  if (options.length < 2) return null;
  return <ChoiceFilter label="Channel" value={value} onChange={onChange} options={options} />;
}

type Input = Parameters<typeof usePages<typeof orderApi.list>>[1];

function More({ input, canExport }: { input: Input; canExport: boolean }) {
  const { can } = useSession();
  const [rows, setRows] = useState<number | null>(null);
  const { sort: _, ...filters } = input;
  const save = async () => {
    setRows(0);
    try {
      await callApi(orderApi.exportList, filters);
      const orders = await allOf<typeof orderApi.list, Row>(orderApi.list, input, (page) => page, setRows);
      download(`orders-${new Date().toISOString().slice(0, 10)}.csv`, csvOf([csvTitles, ...orders.map(csvRow)]));
    } catch (error) {
      if (error instanceof Error) sayRefused(error);
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
            Picking sheet for this filter
          </MenuLink>
        )}
        {canExport && (
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={save}>
            CSV of this filter
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
  "waiting",
  "total",
  "currency",
];

const csvRow = (row: Row) => [
  row.number,
  row.createdAt,
  statusLook[row.status][0],
  paymentLook[row.paymentStatus][0],
  row.contact?.name ?? "",
  row.contact?.email ?? "",
  row.contact?.phone ?? "",
  row.channel ?? "",
  row.units,
  row.waiting,
  row.total ? majorFrom(row.total.amountMinor, row.total.currency) : "",
  row.total?.currency ?? "",
];
