/** All orders, by what one is looking for. */
import { Badge } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as order from "#core/contract/order";
import { answerOf } from "../api/hooks.ts";
import { choice, text, useFilters } from "../ui/address.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../ui/filters.tsx";
import { Amount, When } from "../ui/format.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import type { Answer } from "#core/contract/kit";

type Row = Answer<typeof order.list>["items"][number];
const fields = { q: text, status: choice(order.statuses) };
const columns: readonly Column<Row>[] = [
  { id: "number", title: "Order", cell: ({ number }) => number },
  { id: "status", title: "Status", cell: ({ status }) => <Badge variant="light">{status}</Badge> },
  { id: "total", title: "Total", align: "right", cell: ({ total }) => <Amount of={total} /> },
  { id: "at", title: "Placed", cell: ({ createdAt }) => <When at={createdAt} /> },
];

export default function OrderList() {
  const { values, set, clear, any } = useFilters(fields);
  const client = useQueryClient();
  const pages = usePages(order.list, values);
  return (
    <Page title="Orders">
      <FilterBar any={any} clear={clear}>
        <SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="x" />
      </FilterBar>
      <DataTable
        of="orders"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="/orders" search={{ id }} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(answerOf(order.read, { id }))}
        empty={<Empty title="No orders" />}
      />
    </Page>
  );
}
