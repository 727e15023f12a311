/** One item's stock: where it lies, who waits for it, and why each number is what it is. */
import { ActionIcon, Button, Group, Stack, Table, Text, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAdjustments, IconArrowsExchange, IconClipboardCheck, IconPackageImport } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/detail-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { Page, Trail } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { Waiters } from "./backorders.tsx";
import type { VariantId, VariantStock } from "./labels.ts";
import { MovementList } from "./movements.tsx";
import { type Kind, ShelfPanel } from "./stock-drawer.tsx";
import { Count, Figures, LowBadge, WaitingUnits } from "./stock-figures.tsx";

export default function LevelPage() {
  const { id } = useParams({ from: "/inside/stock/levels/$id" });
  const answer = useApiQuery(stockApi.read, { id: id as VariantId }, { keepPrevious: false }); // the store says whether it is one
  return (
    <Loaded title="Stock" answer={answer}>
      {(of) => <Shown key={id} of={of} />}
    </Loaded>
  );
}

const kinds = ["receive", "count", "adjust"] as const;

function Shown({ of }: { of: VariantStock }) {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const canChange = can(stockApi.receive) && of.trackStock;
  const start = (kind: Kind, at?: string) => void setSearch({ open: kind, at });
  const close = () => void setSearch({ open: undefined, at: undefined });
  useKeys(
    "Stock",
    canChange
      ? [
          { keys: "r", does: "Receive goods", run: () => start("receive") },
          { keys: "c", does: "Count the shelf", run: () => start("count") },
          { keys: "a", does: "Correct the stock", run: () => start("adjust") },
        ]
      : [],
  );
  return (
    <Page
      title={of.sku}
      beside={
        <Group gap={6}>
          <LowBadge of={of} />
          <WaitingUnits units={of.waiting} />
        </Group>
      }
      actions={
        <>
          {can(transferApi.create) && of.trackStock && of.available > 0 && (
            <ButtonLink
              to="/stock/transfers"
              search={{ open: "new", variant: of.variantId }}
              variant="default"
              leftSection={<IconArrowsExchange size={16} />}
            >
              Transfer
            </ButtonLink>
          )}
          {canChange && (
            <>
              <Button variant="default" leftSection={<IconAdjustments size={16} />} onClick={() => start("adjust")}>
                Correct
              </Button>
              <Button variant="default" leftSection={<IconClipboardCheck size={16} />} onClick={() => start("count")}>
                Count
              </Button>
              <Button leftSection={<IconPackageImport size={16} />} onClick={() => start("receive")}>
                Receive
              </Button>
            </>
          )}
        </>
      }
    >
      <Trail to="/stock/levels" list="Stock">
        {can(productApi.read) ? (
          <TextLink to="/products/$id" params={{ id: of.productId }} inherit>
            {of.title}
          </TextLink>
        ) : (
          of.title
        )}
        {of.continueSelling && " · sold on when there is none left"}
      </Trail>
      {of.trackStock ? (
        <>
          <Figures of={of} />
          <Places of={of} start={canChange ? start : null} />
        </>
      ) : (
        <Text size="sm">The stock of this item is not counted: orders for it never wait.</Text>
      )}
      {of.waiters.length > 0 && (
        <Card title="Who waits">
          <Waiters of={of} />
        </Card>
      )}
      <Why of={of} />
      {canChange &&
        kinds.map((kind) => (
          <ShelfPanel key={kind} kind={kind} opened={search["open"] === kind} close={close} of={of} />
        ))}
    </Page>
  );
}

function Places({ of, start }: { of: VariantStock; start: ((kind: Kind, at: string) => void) | null }) {
  const [, setSearch] = useUrlState();
  const why = (locationId: string) => {
    void setSearch({ locationId, cursor: undefined });
    document.getElementById("why")?.scrollIntoView({ block: "start" });
  };
  if (of.locations.length === 0) return <Text size="sm">It has never lain anywhere. Receive the first units.</Text>;
  return (
    <Card title="Where it lies">
      <Table.ScrollContainer minWidth={0} type="native">
        <Table fz="sm" horizontalSpacing={6} aria-label="Stock by location">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Location</Table.Th>
              <Table.Th ta="right">On hand</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Unpaid
              </Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                To ship
              </Table.Th>
              <Table.Th ta="right">Available</Table.Th>
              {start && (
                <Table.Th>
                  <VisuallyHidden>What to do</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.locations.map(({ locationId, name, active, onHand, reserved, committed, available }) => (
              <Table.Tr key={locationId}>
                <Table.Td>
                  {name}
                  {!active && " (closed)"}
                </Table.Td>
                <Table.Td ta="right">
                  <Tooltip label={`Why ${onHand}?`}>
                    <UnstyledButton
                      aria-label={`Why ${onHand} at ${name}?`}
                      td="underline"
                      fz="sm"
                      fw={650}
                      style={{ textUnderlineOffset: 3 }}
                      onClick={() => why(locationId)}
                    >
                      <Count of={onHand} />
                    </UnstyledButton>
                  </Tooltip>
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  <Count of={reserved} dimmed={reserved === 0} />
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  <Count of={committed} dimmed={committed === 0} />
                </Table.Td>
                <Table.Td ta="right">
                  <Count of={available} strong />
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
                            <IconPackageImport size={16} />
                          </ActionIcon>
                        </Tooltip>
                        <Tooltip label="Count here">
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            aria-label={`Count at ${name}`}
                            onClick={() => start("count", locationId)}
                          >
                            <IconClipboardCheck size={16} />
                          </ActionIcon>
                        </Tooltip>
                      </Group>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

/** The ledger, read backwards: the number one asks about stands at its top. */
function Why({ of }: { of: VariantStock }) {
  const [search] = useUrlState();
  const locationId = search["locationId"] ? idParam("loc")(search["locationId"]) : undefined;
  const place = of.locations.find((one) => one.locationId === locationId);
  const title = place ? `Why ${place.onHand} at ${place.name}?` : `Why ${of.onHand}?`;
  return (
    <section id="why" aria-label={title}>
      <Stack gap="sm">
        <Text component="h2" fw={620}>
          {title}
        </Text>
        <MovementList variantId={of.variantId} />
      </Stack>
    </section>
  );
}
