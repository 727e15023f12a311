/** What to pick, by location, bin and SKU: on a phone in the warehouse, or printed. */
import { Alert, Button, Checkbox, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import classes from "../orders/print.module.css";
import { ReadyOrdersLink } from "../packing/ready-orders-link.tsx";
import { Barcode } from "../ui/barcode.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { longDateText } from "../ui/format/dates.ts";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { PrinterIcon } from "../ui/icons.ts";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { idParam, parseParams, type textParam, useUrlState } from "../ui/url-state.ts";
import { filterParams } from "./order-params.ts";

const timeParam: typeof textParam = (text) => (Number.isNaN(Date.parse(text)) ? undefined : text);
const orderIdParam = idParam("ord");
const params = {
  ...filterParams,
  from: timeParam,
  to: timeParam,
  orderIds: (text: string) =>
    text
      .split(",")
      .map(orderIdParam)
      .filter((id) => id !== undefined),
};

export default function PickingSheet() {
  const [search] = useUrlState();
  const { store } = useSession();
  const query = useApiQuery(orderApi.pickingSheet, parseParams(params, search));
  const locations = query.data?.locations ?? [];
  const units = locations.flatMap(({ rows }) => rows).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Page
      printsTitle={false}
      title="Picking sheet"
      titleExtra={
        query.data && (
          <Text size="sm" c="dimmed">
            {countText(units, "unit")} in {countText(locations.length, "location")}
          </Text>
        )
      }
      actions={
        <Button leftSection={<PrinterIcon size={16} />} onClick={() => print()} disabled={units === 0}>
          Print
        </Button>
      }
    >
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.data?.more && (
        <Alert color="orange" title="This sheet is incomplete">
          There are more orders than fit on one sheet. Pick and ship these first, then come back for the rest.
        </Alert>
      )}
      {query.data && units === 0 && (
        <EmptyState title="Nothing to pick" action={<ReadyOrdersLink />}>
          Nothing on these orders is ready to ship.
        </EmptyState>
      )}
      {locations.map(({ locationId, name, code, rows }) => (
        <LocationSheet
          key={locationId}
          name={name}
          code={code}
          rows={rows}
          store={store.name}
          timeZone={store.timeZone}
        />
      ))}
    </Page>
  );
}

type Rows = NonNullable<
  ReturnType<typeof useApiQuery<typeof orderApi.pickingSheet>>["data"]
>["locations"][number]["rows"];

interface LocationSheetProps {
  readonly name: string;
  readonly code: string;
  readonly rows: Rows;
  readonly store: string;
  readonly timeZone: string;
}

function LocationSheet({ name, code, rows, store, timeZone }: LocationSheetProps) {
  // The check marks survive a reload: a phone may unload the page when it goes to sleep.
  const [picked, setPicked] = useSessionStorage<Record<string, boolean>>({ key: `picked.${code}`, defaultValue: {} });
  // A mark is for these orders: the same units of another day's orders are still on the shelf.
  const keyOf = ({ variantId, orders }: Rows[number]) =>
    [variantId, ...orders.map(({ id, quantity }) => `${id} ${quantity}`)].join();
  return (
    <section className={classes["sheet"]} aria-label={name}>
      <Title order={2}>
        {name}{" "}
        <Text span c="dimmed" ff="monospace" size="sm">
          {code}
        </Text>
      </Title>
      <Text size="xs" className="print-only">
        {store}, {longDateText(new Date().toISOString(), timeZone)}
      </Text>
      <Table fz="sm" mt="xs" verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={28}>
              <Text span size="xs" className="print-only">
                ✓
              </Text>
            </Table.Th>
            <Table.Th>Bin</Table.Th>
            <Table.Th ta="right">Units</Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th>
              {/* This row is printed again on each further sheet, which would otherwise not say where to pick. */}
              <Group justify="space-between" wrap="nowrap">
                For
                <span className="print-only" style={{ overflowWrap: "anywhere" }}>
                  {name}
                </span>
              </Group>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.variantId} className={picked[keyOf(row)] ? classes["picked"] : undefined}>
              <Table.Td>
                <Checkbox
                  size="sm"
                  aria-label={`Picked ${row.sku}`}
                  checked={picked[keyOf(row)] ?? false}
                  onChange={(event) => setPicked({ ...picked, [keyOf(row)]: event.currentTarget.checked })}
                />
              </Table.Td>
              <Table.Td ff="monospace" fw={600} miw={row.bin ? "8ch" : undefined}>
                {row.bin}
              </Table.Td>
              <Table.Td ta="right" fw={700} fz="lg">
                {row.quantity}
              </Table.Td>
              <Table.Td>
                <Group gap="xs" align="start">
                  <Thumbnail url={row.imageUrl} size={48} eager />
                  <Stack gap={2} miw={0}>
                    <Text size="sm" fw={550}>
                      {row.title}
                    </Text>
                    <Barcode value={row.sku} />
                    <Text size="xs" ff="monospace">
                      {row.sku}
                    </Text>
                  </Stack>
                </Group>
              </Table.Td>
              <Table.Td>
                {row.orders.map(({ id, number, quantity, owes }) => (
                  <Text key={id} size="xs">
                    <TextLink to="/orders/$id" params={{ id }} inherit style={{ whiteSpace: "nowrap" }}>
                      {number}
                    </TextLink>
                    {quantity > 1 && ` × ${quantity}`}
                    {owes && ` · owes ${moneyText(owes)}`}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
