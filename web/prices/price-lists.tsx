/** The price lists, with their groups, channels, dates and number of prices. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import * as priceListApi from "#core/contract/priceList";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useSession } from "../api/session.tsx";
import { DropOnList } from "../jobs/drop-on-list.tsx";
import { CheckboxFilter, FilterBar } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { booleanParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { forWhom, NewPriceList } from "./price-list-form.tsx";
import { PriceListState } from "./price-list-state.tsx";

type Row = ItemOf<typeof priceListApi.list>;

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "state", title: "Status", unlabeled: true, cell: (list) => <PriceListState list={list} /> },
  { id: "for", title: "For", cell: ({ groups }) => forWhom(groups) },
  { id: "channel", title: "Channel", cell: ({ channel }) => channel ?? "all" },
  { id: "priority", title: "Priority", align: "right", cell: ({ priority }) => priority },
  { id: "rows", title: "Prices", align: "right", cell: ({ rows }) => rows },
  { id: "starts", title: "Starts", cell: ({ startsAt }) => <DateTime value={startsAt} dimmed /> },
  { id: "ends", title: "Ends", cell: ({ endsAt }) => (endsAt ? <DateTime value={endsAt} dimmed /> : "never") },
];
const rowLink: RowLink<Row> = ({ id }, rest) => <Link to="/price-lists/$id" params={{ id }} {...rest} />;

export default function PriceLists() {
  const { can } = useSession();
  const navigate = useNavigateFromHere();
  const { values, set, clear, isFiltered } = useFilters({ archived: booleanParam });
  const pages = usePaginatedQuery(priceListApi.list, values);
  const newDrawer = useDrawer("new");
  const canCreate = can(priceListApi.create);
  useShortcuts("Price lists", canCreate ? [{ keys: "n", label: "New price list", run: newDrawer.open }] : []);
  const newButton = canCreate && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New price list
    </Button>
  );
  return (
    <DropOnList kind="priceLists">
      <Page title="Price lists" actions={newButton}>
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <CheckboxFilter label="Show archived" value={values.archived} onChange={(archived) => set({ archived })} />
        </FilterBar>
        <DataTable
          name="price-lists"
          pages={pages}
          columns={columns}
          rowLink={rowLink}
          emptyState={
            <EmptyState title="No price lists yet" action={newButton}>
              A price list sets different prices for customer groups, a channel, a period or larger quantities.
            </EmptyState>
          }
        />
        {canCreate && (
          <Drawer title="New price list" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
            <NewPriceList
              onClose={newDrawer.close}
              onCreated={({ id }) => navigate({ to: "/price-lists/$id", params: { id }, replace: true })}
            />
          </Drawer>
        )}
      </Page>
    </DropOnList>
  );
}
