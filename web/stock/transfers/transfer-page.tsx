import { Group, Stack, Table, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as transferApi from "#core/contract/transfer";
import { useApiQuery } from "../../api/hooks.ts";
import { countText, DateTime } from "../../ui/format/format.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { DetailPage } from "../../ui/layout/detail-page.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { routeText } from "../labels.ts";
import { Quantity } from "../stock-figures.tsx";
import type { Transfer } from "../types.ts";

export default function TransferPage() {
  const { id } = useParams({ from: "/authenticated/stock/transfers/$id" });
  const query = useApiQuery(transferApi.read, { id: id as Transfer["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Transfer" list={{ to: "/stock/transfers", label: "Transfers" }} query={query}>
      {(transfer) => <TransferDetails transfer={transfer} />}
    </DetailPage>
  );
}

function TransferDetails({ transfer }: { transfer: Transfer }) {
  const units = transfer.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Page title={routeText(transfer)}>
      <Breadcrumb to="/stock/transfers" label="Transfers">
        <DateTime value={transfer.createdAt} /> · {transfer.createdBy}
      </Breadcrumb>
      <Card title={`${countText(units, "unit")} transferred`}>
        <Stack gap="sm">
          {transfer.reason && <Text size="sm">{transfer.reason}</Text>}
          <Table fz="sm" aria-label="Items">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Item</Table.Th>
                <Table.Th ta="right">Units</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {transfer.lines.map(({ variantId, sku, title, quantity }) => (
                <Table.Tr key={variantId}>
                  <Table.Td>
                    <Group gap={6}>
                      <TextLink
                        to="/stock/levels/$id"
                        params={{ id: variantId }}
                        search={{ locationId: transfer.fromLocationId }}
                        inherit
                      >
                        {sku}
                      </TextLink>
                      <Text span inherit c="dimmed">
                        {title}
                      </Text>
                    </Group>
                  </Table.Td>
                  <Table.Td ta="right">
                    <Quantity value={quantity} strong />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      </Card>
    </Page>
  );
}
