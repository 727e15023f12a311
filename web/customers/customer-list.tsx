/** All customers, whether they bought or were added, with the same kind of search as orders. */
import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import * as customerApi from "#core/contract/customer";
import * as groupApi from "#core/contract/group";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useFullList } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { DropOnList } from "../jobs/drop-on-list.tsx";
import { ImportLink } from "../jobs/import-link.tsx";
import { Badge } from "../ui/badge.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, textParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { NewCustomer } from "./customer-form.tsx";

type Row = ItemOf<typeof customerApi.list>;

const params = {
  q: textParam,
  groupId: idParam("grp"),
  tag: textParam,
  sort: enumParam(["newest", "spent", "lastOrder"]),
};

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "email", title: "Email", unlabeled: true, cell: ({ email }) => email ?? <Badge color="gray">Erased</Badge> },
  { id: "phone", title: "Phone", hiddenByDefault: true, cell: ({ phone }) => phone ?? "–" },
  { id: "tags", title: "Tags", hiddenByDefault: true, cell: ({ tags }) => tags.join(", ") || "–" },
  { id: "orders", title: "Orders", align: "right", cell: ({ orders }) => orders },
  {
    id: "spent",
    title: "Spent",
    align: "right",
    sort: { descending: "spent" },
    cell: ({ spent }) => <Amount value={spent} />,
  },
  {
    id: "lastOrder",
    title: "Last order",
    sort: { descending: "lastOrder" },
    cell: ({ lastOrderAt }) => (lastOrderAt ? <DateTime value={lastOrderAt} dimmed /> : "none"),
  },
];

const rowLink: RowLink<Row> = ({ id }, rest) => <Link to="/customers/$id" params={{ id }} {...rest} />;

export default function CustomerList() {
  return (
    <DropOnList kind="customers">
      <Listed />
    </DropOnList>
  );
}

function Listed() {
  const { can } = useSession();
  const navigate = useNavigate();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = usePaginatedQuery(customerApi.list, values);
  const groups = useFullList(groupApi.list, {});
  const newDrawer = useDrawer("new");
  const canCreate = can(customerApi.create);
  useShortcuts("Customers", canCreate ? [{ keys: "n", label: "New customer", run: newDrawer.open }] : []);
  const newButton = canCreate && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New customer
    </Button>
  );
  return (
    <Page title="Customers" actions={newButton}>
      <FilterBar
        isFiltered={isFiltered}
        onClear={clear}
        search={
          <SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Name, email address or phone" />
        }
      >
        <SelectFilter
          label="Group"
          value={values.groupId}
          onChange={(groupId) => set({ groupId })}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectFilter
          label="Sort"
          anyLabel="Newest first"
          value={values.sort}
          onChange={(sort) => set({ sort })}
          options={[
            { value: "spent", label: "Most spent first" },
            { value: "lastOrder", label: "Last order first" },
          ]}
        />
      </FilterBar>
      <DataTable
        name="customers"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList
            items="customers"
            isFiltered={isFiltered}
            onClear={clear}
            title="No customers yet"
            action={
              <>
                {newButton}
                {canCreate && <ImportLink kind="customers" />}
              </>
            }
          >
            People become customers when they place an order.
          </EmptyList>
        }
      />
      {canCreate && (
        <Drawer title="New customer" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
          <NewCustomer
            onClose={newDrawer.close}
            onCreated={({ id }) => navigate({ to: "/customers/$id", params: { id }, replace: true })}
          />
        </Drawer>
      )}
    </Page>
  );
}
