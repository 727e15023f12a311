/** Goods on their way from one location to another. */
import { Button, Text } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as transferApi from "#core/contract/transfer";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { FilterBar } from "../ui/filters/filters.tsx";
import { countText, When } from "../ui/format/format.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useFilters } from "../ui/url-state.ts";
import type { Transfer } from "./labels.ts";
import { LocationFilter } from "./location-filter.tsx";
import { NewTransfer } from "./new-transfer.tsx";

const fields = { locationId: idParam("loc") };

const columns: readonly Column<Transfer>[] = [
  {
    id: "way",
    title: "From, to",
    cell: ({ fromLocationName, toLocationName }) => `${fromLocationName} → ${toLocationName}`,
  },
  {
    id: "what",
    title: "What",
    plain: true,
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
    plain: true,
    cell: ({ reason }) => (
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        {reason ?? ""}
      </Text>
    ),
  },
  { id: "who", title: "Who", cell: ({ createdBy }) => createdBy },
  { id: "when", title: "When", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

export default function Transfers() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = usePages(transferApi.list, values);
  const client = useQueryClient();
  const drawer = useDrawer("new");
  const canMove = can(transferApi.create);
  useKeys("Transfers", canMove ? [{ keys: "n", does: "New transfer", run: drawer.open }] : []);
  return (
    <Page
      title="Transfers"
      actions={
        canMove && (
          <Button leftSection={<IconArrowsExchange size={16} />} onClick={drawer.open}>
            New transfer
          </Button>
        )
      }
    >
      <FilterBar any={isFiltered} clear={clear}>
        <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
      </FilterBar>
      <DataTable
        of="transfers"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="/stock/transfers/$id" params={{ id }} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(apiQuery(transferApi.read, { id }))}
        empty={
          <Empty title={isFiltered ? "Nothing was moved there" : "Nothing has been moved yet"}>
            A transfer takes available units from one location to another; promised ones stay.
          </Empty>
        }
      />
      {canMove && <NewTransfer {...drawer} />}
    </Page>
  );
}
