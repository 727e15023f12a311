/** The deliveries to one endpoint or to all. The list is refreshed while it is open. */
import { Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { eventNames } from "#core/contract/values/events";
import * as webhookApi from "#core/contract/webhook";
import { callPatiently } from "../api/call-patiently.ts";
import { useSession } from "../api/session.tsx";
import { type BulkAction, useBulkAction } from "../ui/dialogs/bulk-action.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterPill } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { countText, DateTime } from "../ui/format/format.tsx";
import { RefreshCwIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import type { Column, SelectedRows } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { dateParam, drawerSearch, enumParam, idParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { DeliveryBadge, NextAttempt } from "./badges.tsx";
import { DeliveryDetails } from "./delivery-details.tsx";
import { deliveryLabel, hostOf, resultText, statusOptions } from "./labels.ts";
import { RetryAllDead } from "./retry-all-dead.tsx";
import type { Delivery } from "./types.ts";
import { useEndpoints } from "./use-endpoints.ts";
import { usePolling } from "./use-polling.ts";

const filterParams = {
  endpointId: idParam("whe"),
  status: enumParam(webhookApi.deliveryStatuses),
  eventName: enumParam(eventNames),
  eventId: idParam("evt"),
  from: dateParam,
  to: dateParam,
};

/** A delivery also changes the figures of its endpoint, shown above the list on its page. */
const polledOperations = [webhookApi.listDeliveries, webhookApi.readEndpoint];

/**
 * A delivery is identified by its endpoint and its event, because no operation reads one by its own id: `whe_….evt_…`.
 */
const deliveryKeyParam = idParam("whe");
const deliveryKeyOf = ({ endpointId, eventId }: Delivery) => `${endpointId}.${eventId}`;

export function DeliveryList({ endpointId }: { endpointId?: Delivery["endpointId"] }) {
  const { store, can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const { from, to, ...otherFilters } = values;
  const filters = {
    ...otherFilters,
    ...(endpointId && { endpointId }),
    ...dateRangeInput({ from, to }, store.timeZone),
  };
  const pages = usePaginatedQuery(webhookApi.listDeliveries, filters);
  const endpoints = useEndpoints();
  const columns = useMemo(() => columnsOf(endpoints.isPaused), [endpoints]);
  const drawer = useRecordDrawer("delivery", deliveryKeyParam);
  const opened = pages.items?.find((delivery) => deliveryKeyOf(delivery) === drawer.id);
  const bulk = useBulkAction();
  usePolling(
    polledOperations,
    (pages.items ?? []).some(({ status }) => status === "pending"),
  );
  const bulkActions = ({ items }: SelectedRows<Delivery>) => <RetrySelected items={items} bulk={bulk} />;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <SelectFilter
            label="Status"
            value={values.status}
            onChange={(status) => set({ status })}
            options={statusOptions}
          />
          {!endpointId && endpoints.options.length > 1 && (
            <SelectFilter
              label="Endpoint"
              value={values.endpointId}
              onChange={(id) => set({ endpointId: id })}
              options={endpoints.options}
            />
          )}
          <SelectFilter
            label="Event"
            value={values.eventName}
            onChange={(eventName) => set({ eventName })}
            options={eventNames.map((value) => ({ value, label: value }))}
          />
          <DateRangeFilter value={{ from, to }} onChange={set} />
          {values.eventId && <FilterPill label="One event" onRemove={() => set({ eventId: undefined })} />}
        </FilterBar>
        {can(webhookApi.retryDelivery) && <RetryAllDead filters={filters} bulk={bulk} />}
      </Group>
      {bulk.dialog}
      <DataTable
        name={endpointId ? "endpoint-deliveries" : "deliveries"}
        pages={pages}
        columns={endpointId ? columns : [...columns.slice(0, 2), endpointColumn(endpoints.urlOf), ...columns.slice(2)]}
        rowLink={(delivery, rest) => (
          <Link to="." search={drawerSearch("delivery", deliveryKeyOf(delivery))} resetScroll={false} {...rest} />
        )}
        {...(can(webhookApi.retryDelivery) && { bulkActions })}
        emptyState={
          <EmptyList
            items="deliveries"
            isFiltered={isFiltered}
            onClear={clear}
            title="Nothing sent yet"
            action={
              !endpointId &&
              can(webhookApi.createEndpoint) && (
                <ButtonLink to="/settings/webhooks" search={{ open: "new" }}>
                  New endpoint
                </ButtonLink>
              )
            }
          >
            When an event happens that an endpoint subscribes to, its delivery appears here, with every attempt and its
            result.
          </EmptyList>
        }
      />
      <Drawer title={opened?.eventName ?? "Delivery"} opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.id && <DeliveryDetails key={drawer.id} deliveryKey={drawer.id} preview={opened} />}
      </Drawer>
    </>
  );
}

const columnsOf = (isPaused: (id: string) => boolean): readonly Column<Delivery>[] => [
  {
    id: "event",
    title: "Event",
    cell: ({ eventName }) => (
      <Text span inherit ff="monospace" fz="xs">
        {eventName}
      </Text>
    ),
  },
  { id: "status", title: "Status", unlabeled: true, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { id: "attempts", title: "Attempts", align: "right", cell: ({ attempts }) => attempts },
  {
    id: "result",
    title: "Last result",
    unlabeled: true,
    cell: ({ lastStatus, lastError, history }) =>
      history.length === 0 ? (
        <Text span inherit c="dimmed">
          No attempt yet
        </Text>
      ) : (
        resultText(lastStatus, lastError)
      ),
  },
  {
    id: "delivered",
    title: "Delivered",
    unlabeled: true,
    cell: ({ status, endpointId, nextAttemptAt, deliveredAt }) =>
      status === "pending" ? (
        <Text span inherit c="dimmed">
          <NextAttempt at={nextAttemptAt} isPaused={isPaused(endpointId)} />
        </Text>
      ) : status === "dead" ? (
        <Text span inherit c="dimmed">
          all attempts failed
        </Text>
      ) : (
        <DateTime value={deliveredAt} dimmed />
      ),
  },
  { id: "created", title: "Created", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

const endpointColumn = (urlOf: (id: string) => string): Column<Delivery> => ({
  id: "endpoint",
  title: "Endpoint",
  cell: ({ endpointId }) => hostOf(urlOf(endpointId)) || "–",
});

function RetrySelected({ items, bulk }: { items: readonly Delivery[]; bulk: BulkAction }) {
  const dead = items.filter(({ status }) => status === "dead");
  if (dead.length === 0) return <Text size="sm">Only dead deliveries can be retried.</Text>;
  const count = countText(dead.length, "dead delivery", "dead deliveries");
  const retry = () =>
    void bulk.start({
      title: `Retry ${count}`,
      items: dead,
      labelOf: deliveryLabel,
      run: ({ id }) => callPatiently(webhookApi.retryDelivery, { id }),
    });
  return (
    <Button size="compact-sm" variant="default" leftSection={<RefreshCwIcon size={14} />} onClick={retry}>
      Retry {count}
    </Button>
  );
}
