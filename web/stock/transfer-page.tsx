import { Group, Stack, Table, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as transferApi from "#core/contract/transfer";
import { useApiQuery } from "../api/hooks.ts";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/detail-page.tsx";
import { countText, When } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { Page, Trail } from "../ui/page.tsx";
import type { Transfer } from "./labels.ts";
import { Count } from "./stock-figures.tsx";

export default function TransferPage() {
  const { id } = useParams({ from: "/inside/stock/transfers/$id" });
  const answer = useApiQuery(transferApi.read, { id: id as Transfer["id"] }, { keepPrevious: false }); // the store says whether it is one
  return (
    <Loaded title="Transfer" answer={answer}>
      {(of) => <Shown of={of} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Transfer }) {
  const units = of.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Page title={`${of.fromLocationName} → ${of.toLocationName}`}>
      <Trail to="/stock/transfers" list="Transfers">
        <When at={of.createdAt} /> · {of.createdBy}
      </Trail>
      <Card title={`${countText(units, "unit")} moved`}>
        <Stack gap="sm">
          {of.reason && <Text size="sm">{of.reason}</Text>}
          <Table fz="sm" aria-label="What was moved">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Item</Table.Th>
                <Table.Th ta="right">Units</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {of.lines.map(({ variantId, sku, title, quantity }) => (
                <Table.Tr key={variantId}>
                  <Table.Td>
                    <Group gap={6}>
                      <TextLink
                        to="/stock/levels/$id"
                        params={{ id: variantId }}
                        search={{ locationId: of.fromLocationId }}
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
                    <Count of={quantity} strong />
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
