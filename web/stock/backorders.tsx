/** What orders wait for, and which orders they are. */
import { Group, Stack, Table, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as stockApi from "#core/contract/stock";
import { apiQuery, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Panel } from "../ui/drawer.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { countText, When } from "../ui/format/format.tsx";
import { ButtonLink, opens, TextLink } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, textParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { promisedOf, type VariantId, type VariantStock } from "./labels.ts";
import { type LevelRow, useLevels } from "./stock-columns.tsx";
import { Count } from "./stock-figures.tsx";

const fields = { q: textParam };

const columns: readonly Column<LevelRow>[] = [
  { id: "sku", title: "SKU", cell: ({ sku }) => sku },
  { id: "title", title: "Item", plain: true, cell: ({ title }) => title },
  { id: "waiting", title: "Waiting", align: "right", cell: ({ waiting }) => <Count of={waiting} strong /> },
  { id: "onHand", title: "On hand", align: "right", cell: ({ onHand }) => <Count of={onHand} /> },
  { id: "promised", title: "Promised", align: "right", cell: (level) => <Count of={promisedOf(level)} /> },
];

const link = opens("waiters");

export default function Waiting() {
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = useLevels(usePages(stockApi.list, { ...values, state: "waiting" }));
  const client = useQueryClient();
  const drawer = useRecordDrawer("waiters", idParam("var"));
  return (
    <Page title="Waiting for stock">
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="SKU, title or barcode" />}
        any={isFiltered}
        clear={clear}
      />
      <DataTable
        of="waiting"
        pages={pages}
        columns={columns}
        link={link}
        onPeek={({ variantId }) => void client.prefetchQuery(apiQuery(stockApi.read, { id: variantId }))}
        empty={
          <Empty title={isFiltered ? "No order waits for that" : "No order waits for stock"}>
            Every unit that was ordered lies on a shelf.
          </Empty>
        }
      />
      <Panel title="Who waits" opened={drawer.opened} onClose={drawer.close} size="md">
        {drawer.of && <WhoWaits key={drawer.of} id={drawer.of} />}
      </Panel>
    </Page>
  );
}

function WhoWaits({ id }: { id: VariantId }) {
  const { can } = useSession();
  const answer = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  const level = answer.data;
  if (!level) return <Problem of={answer.error} retry={() => void answer.refetch()} />;
  return (
    <Stack gap="md">
      <div>
        <TextLink to="/stock/levels/$id" params={{ id }} fw={600}>
          {level.sku}
        </TextLink>
        <Text size="sm">{level.title}</Text>
        <Text size="sm" c="dimmed">
          {countText(level.waiting, "unit")} waiting, {level.available} available
        </Text>
      </div>
      <Waiters of={level} />
      {can(stockApi.receive) && level.trackStock && (
        <Group>
          <ButtonLink to="/stock/levels/$id" params={{ id }} search={{ open: "receive" }}>
            Receive {level.sku}
          </ButtonLink>
        </Group>
      )}
    </Stack>
  );
}

/** In the order in which they will be served. */
export function Waiters({ of }: { of: VariantStock }) {
  const told = of.waiters.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <Table fz="sm" aria-label="Orders that wait">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th ta="right">Units</Table.Th>
            <Table.Th>Placed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.waiters.map(({ lineId, orderId, orderNumber, quantity, placedAt }) => (
            <Table.Tr key={lineId}>
              <Table.Td>
                <TextLink to="/orders/$id" params={{ id: orderId }} inherit>
                  {orderNumber}
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">
                <Count of={quantity} />
              </Table.Td>
              <Table.Td>
                <When at={placedAt} dimmed />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {told < of.waiting && (
        <Text size="xs" c="dimmed">
          The oldest {of.waiters.length}; {countText(of.waiting - told, "more unit")} wait behind them.
        </Text>
      )}
    </>
  );
}
