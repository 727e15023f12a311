/** Requests to gateways, carriers and senders with their answers, newest first. */
import { Group, Stack, Text } from "@mantine/core";
import * as providerApi from "#core/contract/provider";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { type Chip, FilterChips } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { drawerLink, SecondaryLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { booleanParam, enumParam, idParam, textParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { CallBadge } from "./badges.tsx";
import { CallStory } from "./call-story.tsx";
import { callLabel, callStatusOptions, isOpenCall, providerLabel } from "./labels.ts";
import type { Call } from "./types.ts";

const filterParams = {
  status: enumParam(providerApi.callStatuses),
  provider: textParam,
  needsDecision: booleanParam,
};
const polled = [providerApi.listCalls];

export default function Requests() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const pages = usePaginatedQuery(providerApi.listCalls, values);
  const drawer = useRecordDrawer("request", idParam("cal"));
  const opened = pages.items?.find(({ id }) => id === drawer.id);
  useRefetchWhile(
    (pages.items ?? [])
      .filter(isOpenCall)
      .map(({ id }) => id)
      .join(),
    polled,
  );
  const chips: Chip[] = [
    ...(values.provider
      ? [{ label: `Provider: ${providerLabel(values.provider)}`, onRemove: () => set({ provider: undefined }) }]
      : []),
  ];
  return (
    <Page title="Requests to providers">
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={callStatusOptions}
        />
        <SelectFilter
          label="Decision"
          value={values.needsDecision === undefined ? undefined : values.needsDecision ? "true" : "false"}
          onChange={(chosen) => set({ needsDecision: chosen === undefined ? undefined : chosen === "true" })}
          options={decisionOptions}
        />
      </FilterBar>
      <FilterChips chips={chips} />
      <DataTable
        name="requests"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList
            items="requests"
            isFiltered={isFiltered}
            onClear={clear}
            title="No requests yet"
            action={
              can(providerApi.list) && (
                <>
                  <SecondaryLink to="/settings/payments">Set up a payment gateway</SecondaryLink>
                  <SecondaryLink to="/settings/shipping">Set up a carrier</SecondaryLink>
                </>
              )
            }
          >
            Each request to a payment gateway or a carrier appears here, with its response.
          </EmptyList>
        }
      />
      <Drawer
        title={opened ? callLabel(opened.does) : "Request"}
        opened={drawer.opened}
        onClose={drawer.close}
        size="xl"
      >
        {opened ? <Details call={opened} /> : <Text size="sm">This request is not in this list.</Text>}
      </Drawer>
    </Page>
  );
}

const decisionOptions = [
  { value: "true", label: "Needs a decision" },
  { value: "false", label: "No decision needed" },
] as const;

const Details = ({ call }: { call: Call }) => (
  <Stack gap="md">
    <Group gap="xs">
      <CallBadge call={call} />
      <Text size="sm">
        {providerLabel(call.provider)}
        {call.orderId && (
          <>
            {" · "}
            <EntityLink id={call.orderId}>Open the order</EntityLink>
          </>
        )}
      </Text>
    </Group>
    <Card title="Requests and responses">
      <CallStory call={call} />
    </Card>
  </Stack>
);

const rowLink = drawerLink("request");

const columns: readonly Column<Call>[] = [
  {
    id: "request",
    title: "Request",
    cell: ({ does, provider }) => `${callLabel(does)}, ${providerLabel(provider)}`,
  },
  { id: "status", title: "Status", unlabeled: true, cell: (call) => <CallBadge call={call} /> },
  {
    id: "says",
    title: "Answer",
    unlabeled: true,
    cell: ({ says, status }) => (status === "done" ? "–" : (says ?? "–")),
  },
  {
    id: "order",
    title: "Order",
    cell: ({ orderId }) => (orderId ? <EntityLink id={orderId}>Open the order</EntityLink> : "–"),
  },
  { id: "asked", title: "Asked", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];
