/** The transfers of stock between locations. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as transferApi from "#core/contract/transfer";
import { apiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { FilterBar } from "../../ui/filters/filters.tsx";
import { countText, DateTime } from "../../ui/format/format.tsx";
import { ArrowLeftRightIcon } from "../../ui/icons.ts";
import { EmptyList, Page } from "../../ui/layout/page.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useFilters } from "../../ui/url-state.ts";
import { routeText } from "../labels.ts";
import { LocationFilter } from "../location-filter.tsx";
import type { Transfer } from "../types.ts";
import { NewTransfer } from "./new-transfer.tsx";

const params = { locationId: idParam("loc") };

const columns: readonly Column<Transfer>[] = [
  {
    id: "locations",
    title: "From → to",
    cell: routeText,
  },
  {
    id: "items",
    title: "Items",
    unlabeled: true,
    cell: ({ lines }) => {
      const [first] = lines;
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      return lines.length === 1 && first
        ? `${first.quantity} × ${first.sku}`
        : `${countText(units, "unit")} of ${lines.length} items`;
    },
  },
  {
    id: "reason",
    title: "Reason",
    unlabeled: true,
    cell: ({ reason }) => (
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        {reason ?? ""}
      </Text>
    ),
  },
  { id: "who", title: "User", cell: ({ createdBy }) => createdBy },
  { id: "when", title: "Time", unlabeled: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

export default function Transfers() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = usePaginatedQuery(transferApi.list, values);
  const client = useQueryClient();
  const drawer = useDrawer("new");
  const canTransfer = can(transferApi.create);
  useShortcuts("Transfers", canTransfer ? [{ keys: "n", label: "New transfer", run: drawer.open }] : []);
  const newButton = canTransfer && (
    <Button leftSection={<ArrowLeftRightIcon size={16} />} onClick={drawer.open}>
      New transfer
    </Button>
  );
  return (
    <Page title="Transfers" actions={newButton}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
      </FilterBar>
      <DataTable
        name="transfers"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="/stock/transfers/$id" params={{ id }} {...rest} />}
        onPrefetch={({ id }) => void client.prefetchQuery(apiQuery(transferApi.read, { id }))}
        emptyState={
          <EmptyList
            items="transfers"
            isFiltered={isFiltered}
            onClear={clear}
            title="No transfers yet"
            action={newButton}
          >
            A transfer moves available units from one location to another. Allocated units stay.
          </EmptyList>
        }
      />
      {canTransfer && <NewTransfer opened={drawer.opened} />}
    </Page>
  );
}
