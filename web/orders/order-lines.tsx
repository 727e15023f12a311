/** The lines, and where each unit of them is. */
import { Button, Group, Table, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import * as orderApi from "#core/contract/order";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Tag } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Amount } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { EditLines } from "./edit-lines.tsx";
import type { Line, Order } from "./labels.ts";

export const canEditLines = ({ status, paymentStatus, returns }: Order): boolean =>
  (status === "pending" || status === "confirmed") &&
  paymentStatus !== "refunded" &&
  paymentStatus !== "partiallyRefunded" &&
  returns.length === 0;

export function Lines({ of }: { of: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("edit-lines");
  const editable = can(orderApi.editLines) && canEditLines(of);
  useKeys("Order", editable ? [{ keys: "e", does: "Edit the lines", run: drawer.open }] : []);
  return (
    <Card
      title="Lines"
      actions={
        editable && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={14} />} onClick={drawer.open}>
            Edit
          </Button>
        )
      }
    >
      <Table.ScrollContainer minWidth={0} type="native">
        <Table fz="sm" verticalSpacing="xs" horizontalSpacing={6} layout="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="right">
                <Text span inherit visibleFrom="xs">
                  Quantity
                </Text>
                <Text span inherit hiddenFrom="xs">
                  Qty
                </Text>
              </Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Each
              </Table.Th>
              <Table.Th ta="right">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.lines.map((line) => (
              <Table.Tr key={line.id} data-line={line.sku}>
                <Table.Td>
                  <Text size="sm" fw={550}>
                    {line.title}
                  </Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {can(stockApi.read) ? (
                      <TextLink
                        to="/stock/levels/$id"
                        params={{ id: line.variantId }}
                        inherit
                        c="dimmed"
                        underline="always"
                      >
                        {line.sku}
                      </TextLink>
                    ) : (
                      line.sku
                    )}
                  </Text>
                  <Whereabouts of={line} cancelled={of.status === "cancelled"} />
                </Table.Td>
                <Table.Td ta="right" style={{ verticalAlign: "top" }}>
                  {line.quantity}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs" style={{ verticalAlign: "top" }}>
                  <Amount of={line.unitPrice} />
                </Table.Td>
                <Table.Td ta="right" style={{ verticalAlign: "top" }}>
                  <Amount of={line.total} />
                  {line.discount.amountMinor > 0 && (
                    <Text size="xs" c="dimmed">
                      less <Amount of={line.discount} />
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {editable && <EditLines of={of} {...drawer} />}
    </Card>
  );
}

/** Every unit of a line is somewhere: promised at a shelf, waiting, gone out, or come back. */
function Whereabouts({ of, cancelled }: { of: Line; cancelled: boolean }) {
  const { nameOf } = useLocations();
  if (cancelled && of.shipped === 0) return null;
  return (
    <Group gap={6} mt={4}>
      {of.allocations.map(({ locationId, quantity }) => (
        <Units key={locationId} color="blue" text={`${quantity} at ${nameOf(locationId)}`} />
      ))}
      {of.waiting > 0 && <Units color="red" text={`${of.waiting} waiting for stock`} />}
      {of.shipped > 0 && <Units color="teal" text={`${of.shipped} shipped`} />}
      {of.returned > 0 && <Units color="violet" text={`${of.returned} returned`} />}
      {!of.tracked && of.shipped < of.quantity && <Units color="gray" text="stock not counted" />}
    </Group>
  );
}

const Units = ({ color, text }: { color: string; text: string }) => (
  <Tag color={color} words>
    {text}
  </Tag>
);
