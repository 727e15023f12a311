/** What to fetch, by location and SKU: on a phone between the shelves, or printed. */
import { Alert, Button, Checkbox, Stack, Table, Text, Title } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconPrinter } from "@tabler/icons-react";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Barcode } from "../ui/barcode.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { dateText } from "../ui/format/dates.ts";
import { countText } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { booleanParam, enumParam, idParam, parseParams, textParam, useUrlState } from "../ui/url-state.ts";
import classes from "./print.module.css";

const time: typeof textParam = (given) => (Number.isNaN(Date.parse(given)) ? undefined : given);
const orderId = idParam("ord");
const fields = {
  q: textParam,
  status: enumParam(orderApi.statuses),
  paymentStatus: enumParam(orderApi.paymentStatuses),
  channel: textParam,
  waiting: booleanParam,
  from: time,
  to: time,
  orderIds: (given: string) =>
    given
      .split(",")
      .map(orderId)
      .filter((id) => id !== undefined),
};

export default function PickingSheet() {
  const [search] = useUrlState();
  const { store } = useSession();
  const answer = useApiQuery(orderApi.pickingSheet, parseParams(fields, search));
  const locations = answer.data?.locations ?? [];
  const units = locations.flatMap(({ rows }) => rows).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Page
      title="Picking sheet"
      beside={
        answer.data && (
          <Text size="sm" c="dimmed">
            {countText(units, "unit")} in {countText(locations.length, "place")}
          </Text>
        )
      }
      actions={
        <Button leftSection={<IconPrinter size={16} />} onClick={() => print()} disabled={units === 0}>
          Print
        </Button>
      }
    >
      <Problem of={answer.error} retry={() => void answer.refetch()} />
      {answer.data?.more && (
        <Alert color="orange" title="These are not all">
          More orders fit than one sheet takes. Print these, ship them, and come back for the rest.
        </Alert>
      )}
      {answer.data && units === 0 && (
        <Empty title="Nothing to fetch">No order that may ship holds units on a shelf, for what was asked.</Empty>
      )}
      {locations.map(({ locationId, name, code, rows }) => (
        <Place key={locationId} name={name} code={code} rows={rows} store={store.name} timeZone={store.timeZone} />
      ))}
    </Page>
  );
}

type Rows = NonNullable<
  ReturnType<typeof useApiQuery<typeof orderApi.pickingSheet>>["data"]
>["locations"][number]["rows"];

interface PlaceProps {
  readonly name: string;
  readonly code: string;
  readonly rows: Rows;
  readonly store: string;
  readonly timeZone: string;
}

function Place({ name, code, rows, store, timeZone }: PlaceProps) {
  // What was fetched stays ticked when the phone goes to sleep between two shelves.
  const [got, setGot] = useSessionStorage<Record<string, boolean>>({ key: `picked.${code}`, defaultValue: {} });
  const keyOf = ({ variantId, quantity }: Rows[number]) => `${variantId} ${quantity}`;
  return (
    <section className={classes["sheet"]} aria-label={name}>
      <Title order={2}>
        {name}{" "}
        <Text span c="dimmed" ff="monospace" size="sm">
          {code}
        </Text>
      </Title>
      <Text size="xs" className="print-only">
        {store}, {dateText(new Date().toISOString(), timeZone)}
      </Text>
      <Table fz="sm" mt="xs" verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={28}>
              <Text span size="xs" className="print-only">
                ✓
              </Text>
            </Table.Th>
            <Table.Th ta="right">Units</Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th>For</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.variantId} className={got[keyOf(row)] ? classes["got"] : undefined}>
              <Table.Td>
                <Checkbox
                  size="sm"
                  aria-label={`Fetched ${row.sku}`}
                  checked={got[keyOf(row)] ?? false}
                  onChange={(event) => setGot({ ...got, [keyOf(row)]: event.currentTarget.checked })}
                />
              </Table.Td>
              <Table.Td ta="right" fw={700} fz="lg">
                {row.quantity}
              </Table.Td>
              <Table.Td>
                <Stack gap={2}>
                  <Text size="sm" fw={550}>
                    {row.title}
                  </Text>
                  <Barcode of={row.sku} />
                  <Text size="xs" ff="monospace">
                    {row.sku}
                  </Text>
                </Stack>
              </Table.Td>
              <Table.Td>
                {row.orders.map(({ id, number, quantity }) => (
                  <Text key={id} size="xs" style={{ whiteSpace: "nowrap" }}>
                    <TextLink to="/orders/$id" params={{ id }} inherit>
                      {number}
                    </TextLink>
                    {quantity > 1 && ` × ${quantity}`}
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
