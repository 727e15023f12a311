/** The variants of a product: their names, SKUs, prices and available units. */
import { Button, Group, Stack, Switch, Table, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { PriceExplained, WhyPrice } from "../prices/why-price.tsx";
import { Badge } from "../ui/badge.tsx";
import { Amount } from "../ui/format/format.tsx";
import { variantName } from "../ui/format/variant-name.ts";
import { BarcodeIcon, PlusIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { ButtonLink, TextLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { drawerSearch, idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";
import { EditVariant, NewVariant } from "./edit-variant.tsx";
import type { Product, Variant } from "./types.ts";

/** The largest page of a list. For more variants, the numbers are only on their own pages. */
const levelsMax = 200;

export function VariantsCard({ product }: { product: Product }) {
  const { can } = useSession();
  const [showArchived, setShowArchived] = useState(false);
  const newDrawer = useDrawer("new-variant");
  const editDrawer = useRecordDrawer("variant", idParam("var"));
  const canWrite = can(variantApi.edit);
  useShortcuts("Product", canWrite ? [{ keys: "v", label: "Add a variant", run: newDrawer.open }] : []);
  const active = product.variants.filter(({ archivedAt }) => archivedAt === null);
  const archivedCount = product.variants.length - active.length;
  const shown = showArchived ? product.variants : active;
  const levels = useApiQuery(
    stockApi.list,
    { productId: product.id, limit: levelsMax },
    { enabled: can(stockApi.list) },
  );
  const availableOf = ({ id }: Variant) => {
    if (!levels.data) return "…";
    // The list leaves out archived variants without stock.
    const missing = levels.data.nextCursor ? "stock" : 0;
    return levels.data.items.find(({ variantId }) => variantId === id)?.available ?? missing;
  };
  return (
    <Card
      title="Variants"
      actions={
        <Group gap="xs">
          {active.length > 0 && (
            <ButtonLink
              size="compact-sm"
              variant="subtle"
              leftSection={<BarcodeIcon size={14} />}
              to="/products/labels"
              search={{ productIds: product.id }}
            >
              Print labels
            </ButtonLink>
          )}
          {canWrite && (
            <Button size="compact-sm" variant="subtle" leftSection={<PlusIcon size={14} />} onClick={newDrawer.open}>
              Add a variant
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="sm">
        {product.options.length > 0 && (
          <Text size="sm" c="dimmed">
            Options: {product.options.join(", ")}
          </Text>
        )}
        {shown.length === 0 ? (
          <Text size="sm">No variants yet. A product needs at least one to be sold.</Text>
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
              {shown.map((variant) => (
                <VariantRow key={variant.id} variant={variant} editable={canWrite} available={availableOf(variant)} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {archivedCount > 0 && (
          <Switch
            size="xs"
            label={`Show archived (${archivedCount})`}
            checked={showArchived}
            onChange={(event) => setShowArchived(event.currentTarget.checked)}
          />
        )}
      </Stack>
      <PriceExplained
        parseId={idParam("var")}
        explained={(id) => {
          const variant = product.variants.find((one) => one.id === id);
          return variant && { variantId: variant.id, title: `${product.title}, ${variantName(variant)}`, quantity: 1 };
        }}
      />
      {canWrite && (
        <>
          <NewVariant product={product} opened={newDrawer.opened} onClose={newDrawer.close} />
          <EditVariant product={product} drawer={editDrawer} />
        </>
      )}
    </Card>
  );
}

interface RowProps {
  readonly variant: Variant;
  readonly editable: boolean;
  readonly available: number | string;
}

function VariantRow({ variant, editable, available }: RowProps) {
  const { can } = useSession();
  const name = variantName(variant);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Group gap={6}>
          {editable ? (
            <Link
              to="."
              search={drawerSearch("variant", variant.id)}
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
          {variant.archivedAt !== null && <Badge color="orange">Archived</Badge>}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="xs" ff="monospace">
          {variant.sku}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs" ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
        {variant.sku}
      </Table.Td>
      <Table.Td ta="right">
        <WhyPrice id={variant.id} title={name}>
          <Amount value={variant.price} />
        </WhyPrice>
        {variant.compareAt && (
          <Text span size="xs" td="line-through" ml={6}>
            <Amount value={variant.compareAt} dimmed />
          </Text>
        )}
      </Table.Td>
      {can(stockApi.list) && (
        <Table.Td ta="right">
          <TextLink to="/stock/levels/$id" params={{ id: variant.id }} inherit>
            {variant.trackStock ? available : "not tracked"}
            <VisuallyHidden> units of {name}</VisuallyHidden>
          </TextLink>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
