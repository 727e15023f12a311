/** A product's variants: what each is called, what it costs, and how many there are. */
import { Button, Group, Stack, Switch, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Tag } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Amount } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { drawerSearch, idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";
import { EditVariant, NewVariant } from "./edit-variant.tsx";
import { type Product, type Variant, variantName } from "./labels.ts";

/** The largest page of a list: a product with more variants than that leaves the last ones' numbers to their own pages. */
const countedMost = 200;

export function Variants({ of }: { of: Product }) {
  const { can } = useSession();
  const [archived, setArchived] = useState(false);
  const add = useDrawer("new-variant");
  const edit = useRecordDrawer("variant", idParam("var"));
  const canWrite = can(variantApi.edit);
  useKeys("Product", canWrite ? [{ keys: "v", does: "Add a variant", run: add.open }] : []);
  const live = of.variants.filter(({ archivedAt }) => archivedAt === null);
  const gone = of.variants.length - live.length;
  const shown = archived ? of.variants : live;
  const levels = useApiQuery(stockApi.list, { productId: of.id, limit: countedMost }, { enabled: can(stockApi.list) });
  const availableOf = ({ id }: Variant) => {
    if (!levels.data) return "…";
    // What is archived and on no shelf is not listed.
    const none = levels.data.nextCursor ? "stock" : 0;
    return levels.data.items.find(({ variantId }) => variantId === id)?.available ?? none;
  };
  return (
    <Card
      title="Variants"
      actions={
        canWrite && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={add.open}>
            Add a variant
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {of.options.length > 0 && (
          <Text size="sm" c="dimmed">
            They differ in {of.options.join(", ").toLowerCase()}.
          </Text>
        )}
        {shown.length === 0 ? (
          <Text size="sm">No variant yet. A product needs one to be sold.</Text>
        ) : (
          <Table fz="sm" horizontalSpacing={6} aria-label="Variants">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Variant</Table.Th>
                <Table.Th visibleFrom="xs">SKU</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
                {can(stockApi.list) && <Table.Th ta="right">Available</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <Row key={one.id} of={one} editable={canWrite} available={availableOf(one)} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {gone > 0 && (
          <Switch
            size="xs"
            label={`Archived ones too (${gone})`}
            checked={archived}
            onChange={(event) => setArchived(event.currentTarget.checked)}
          />
        )}
      </Stack>
      {canWrite && (
        <>
          <NewVariant of={of} {...add} />
          <EditVariant of={of} drawer={edit} />
        </>
      )}
    </Card>
  );
}

function Row({ of, editable, available }: { of: Variant; editable: boolean; available: number | string }) {
  const { can } = useSession();
  const name = variantName(of);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Group gap={6}>
          {editable ? (
            <Link
              to="."
              search={drawerSearch("variant", of.id)}
              resetScroll={false}
              style={{ color: "inherit", fontWeight: 550 }}
            >
              {name}
            </Link>
          ) : (
            <Text span inherit fw={550}>
              {name}
            </Text>
          )}
          {of.archivedAt !== null && <Tag color="orange">Archived</Tag>}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="xs" ff="monospace">
          {of.sku}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs" ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
        {of.sku}
      </Table.Td>
      <Table.Td ta="right">
        <Amount of={of.price} />
        {of.compareAt && (
          <Text span size="xs" td="line-through" ml={6}>
            <Amount of={of.compareAt} dimmed />
          </Text>
        )}
      </Table.Td>
      {can(stockApi.list) && (
        <Table.Td ta="right">
          <TextLink to="/stock/levels/$id" params={{ id: of.id }} inherit>
            {of.trackStock ? available : "not counted"}
            <VisuallyHidden> of {name}</VisuallyHidden>
          </TextLink>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
