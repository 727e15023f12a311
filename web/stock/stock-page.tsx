/** The stock of one item: its figures, its stock level at each location, its backorders and its movements. */
import { ActionIcon, Button, Group, Stack, Table, Text, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ArrowLeftRightIcon, ClipboardCheckIcon, PackagePlusIcon, SlidersVerticalIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { ButtonLink, TextLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { BackorderedOrders } from "./backordered-orders.tsx";
import { BinCell } from "./bin-cell.tsx";
import { StockDrawer } from "./changes/stock-drawer.tsx";
import { MovementList } from "./movements.tsx";
import { BackorderedBadge, LowStockBadge, Quantity, StockFigures } from "./stock-figures.tsx";
import type { StockAction, VariantId, VariantStockDetail } from "./types.ts";

export default function StockPage() {
  const { id } = useParams({ from: "/authenticated/stock/levels/$id" });
  const query = useApiQuery(stockApi.read, { id: id as VariantId }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Stock" list={{ to: "/stock/levels", label: "Stock levels" }} query={query}>
      {(stock) => <StockDetails key={id} stock={stock} />}
    </DetailPage>
  );
}

const actions = ["receive", "count", "adjust"] as const;

function StockDetails({ stock }: { stock: VariantStockDetail }) {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const canChange = can(stockApi.receive) && stock.trackStock;
  const start = (action: StockAction, at?: string) => void setSearch({ open: action, at });
  const close = () => void setSearch({ open: undefined, at: undefined }, { close: true });
  useShortcuts(
    "Stock",
    canChange
      ? [
          { keys: "r", label: "Receive goods", run: () => start("receive") },
          { keys: "c", label: "Count stock", run: () => start("count") },
          { keys: "a", label: "Adjust stock", run: () => start("adjust") },
        ]
      : [],
  );
  return (
    <Page
      title={stock.sku}
      titleExtra={
        <Group gap={6}>
          <LowStockBadge stock={stock} />
          <BackorderedBadge units={stock.backordered} />
        </Group>
      }
      actions={
        <>
          {can(transferApi.create) && stock.trackStock && stock.available > 0 && (
            <ButtonLink
              to="/stock/transfers"
              search={{ open: "new", variant: stock.variantId }}
              variant="default"
              leftSection={<ArrowLeftRightIcon size={16} />}
            >
              Transfer
            </ButtonLink>
          )}
          {canChange && (
            <>
              <Button variant="default" leftSection={<SlidersVerticalIcon size={16} />} onClick={() => start("adjust")}>
                Adjust
              </Button>
              <Button variant="default" leftSection={<ClipboardCheckIcon size={16} />} onClick={() => start("count")}>
                Count
              </Button>
              <Button leftSection={<PackagePlusIcon size={16} />} onClick={() => start("receive")}>
                Receive
              </Button>
            </>
          )}
        </>
      }
    >
      <Breadcrumb to="/stock/levels" label="Stock levels">
        {can(productApi.read) ? (
          <TextLink to="/products/$id" params={{ id: stock.productId }} inherit>
            {stock.title}
          </TextLink>
        ) : (
          stock.title
        )}
        {stock.continueSelling && " · sold when out of stock"}
      </Breadcrumb>
      {stock.trackStock ? (
        <>
          <StockFigures stock={stock} />
          <LevelsCard stock={stock} start={canChange ? start : null} />
        </>
      ) : (
        <Text size="sm">The stock of this item is not tracked, so it is never backordered.</Text>
      )}
      {stock.backorders.length > 0 && (
        <Card title="Backordered orders">
          <BackorderedOrders stock={stock} />
        </Card>
      )}
      <StockHistory stock={stock} />
      {canChange &&
        actions.map((action) => (
          <StockDrawer key={action} action={action} opened={search["open"] === action} onClose={close} stock={stock} />
        ))}
    </Page>
  );
}

interface LevelsProps {
  readonly stock: VariantStockDetail;
  /** Null for users who may not change stock. */
  readonly start: ((action: StockAction, locationId: string) => void) | null;
}

function LevelsCard({ stock, start }: LevelsProps) {
  const [, setSearch] = useUrlState();
  const showHistory = (locationId: string) => {
    void setSearch({ locationId, cursor: undefined });
    document.getElementById("stock-history")?.scrollIntoView({ block: "start" });
  };
  if (stock.locations.length === 0) return <Text size="sm">No stock yet. Receive the first units.</Text>;
  return (
    <Card title="Stock levels">
      <Table.ScrollContainer minWidth={0} type="native">
        <Table fz="sm" horizontalSpacing={4} aria-label="Stock by location">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Location</Table.Th>
              <Table.Th>Bin</Table.Th>
              <Table.Th ta="right">On hand</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Reserved
              </Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Committed
              </Table.Th>
              <Table.Th ta="right">Available</Table.Th>
              {start && (
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stock.locations.map((level) => {
              const { locationId, name, active, onHand, reserved, committed, available } = level;
              return (
                <Table.Tr key={locationId}>
                  <Table.Td miw="10ch">
                    {name}
                    {!active && " (closed)"}
                  </Table.Td>
                  <Table.Td>
                    <BinCell variantId={stock.variantId} level={level} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Tooltip label="Stock history">
                      <UnstyledButton
                        aria-label={`${onHand.toLocaleString()} on hand at ${name}: stock history`}
                        td="underline"
                        fz="sm"
                        fw={650}
                        style={{ textUnderlineOffset: 3 }}
                        onClick={() => showHistory(locationId)}
                      >
                        <Quantity value={onHand} />
                      </UnstyledButton>
                    </Tooltip>
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="xs">
                    <Quantity value={reserved} dimmed={reserved === 0} />
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="xs">
                    <Quantity value={committed} dimmed={committed === 0} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Quantity value={available} strong />
                  </Table.Td>
                  {start && (
                    <Table.Td w={1}>
                      {active && (
                        <Group gap={2} wrap="nowrap" justify="flex-end">
                          <Tooltip label="Receive here">
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              aria-label={`Receive at ${name}`}
                              onClick={() => start("receive", locationId)}
                            >
                              <PackagePlusIcon size={16} />
                            </ActionIcon>
                          </Tooltip>
                          <Tooltip label="Count here">
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              aria-label={`Count at ${name}`}
                              onClick={() => start("count", locationId)}
                            >
                              <ClipboardCheckIcon size={16} />
                            </ActionIcon>
                          </Tooltip>
                        </Group>
                      )}
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

/** The movements, newest first, so that the first one explains the current figure. */
function StockHistory({ stock }: { stock: VariantStockDetail }) {
  const [search] = useUrlState();
  const locationId = search["locationId"] ? idParam("loc")(search["locationId"]) : undefined;
  const level = stock.locations.find((one) => one.locationId === locationId);
  const title = level ? `Stock history at ${level.name}` : "Stock history";
  return (
    <section id="stock-history" aria-label={title}>
      <Stack gap="sm">
        <Text component="h2" fw={620}>
          {title}
        </Text>
        <MovementList variantId={stock.variantId} />
      </Stack>
    </section>
  );
}
