/** Deliveries: of one endpoint or of all. A pending one turns green, or dead, while one looks at it. */
import { Button, Group, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { eventNames } from "#core/contract/events";
import * as webhookApi from "#core/contract/webhook";
import { callApi } from "../api/api-client.ts";
import { useSession } from "../api/session.tsx";
import { type BulkAction, useBulkAction } from "../ui/bulk-action.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { countText, DateTime } from "../ui/format/format.tsx";
import { EmptyState, NoResults } from "../ui/page.tsx";
import type { Column, SelectedRows } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { dateParam, drawerSearch, enumParam, idParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { DeliveryBadge } from "./badges.tsx";
import { DeliveryShown } from "./delivery-details.tsx";
import { type Delivery, deliveryOptions, hostOf, nameOf, resultText } from "./labels.ts";
import { RetryAllDead } from "./retry-all-dead.tsx";
import { useEndpoints } from "./use-endpoints.ts";
import { useWatch } from "./use-polling.ts";

const fields = {
  endpointId: idParam("whe"),
  status: enumParam(webhookApi.deliveryStatuses),
  eventName: enumParam(eventNames),
  eventId: idParam("evt"),
  from: dateParam,
  to: dateParam,
};

/** What changes as deliveries are made: the endpoint at the top of its page, too. */
const watched = [webhookApi.listDeliveries, webhookApi.readEndpoint];

/** A delivery is asked for by its endpoint and its event, which name it whatever page it is on: `whe_….evt_…`. */
const isPlace = idParam("whe");
const placeOf = ({ endpointId, eventId }: Delivery) => `${endpointId}.${eventId}`;

export function DeliveryList({ endpointId }: { endpointId?: Delivery["endpointId"] }) {
  const { store, can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const { from, to, ...others } = values;
  const filters = {
    ...others,
    ...(endpointId && { endpointId }),
    ...dateRangeInput({ from, to }, store.timeZone),
  };
  const pages = usePaginatedQuery(webhookApi.listDeliveries, filters);
  const endpoints = useEndpoints();
  const drawer = useRecordDrawer("delivery", isPlace);
  const opened = pages.items?.find((each) => placeOf(each) === drawer.of);
  const bulk = useBulkAction();
  useWatch(
    watched,
    (pages.items ?? []).some(({ status }) => status === "pending"),
  );
  const retryChosen = ({ items }: SelectedRows<Delivery>) => <RetryChosen items={items} bulk={bulk} />;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <SelectFilter
            label="Status"
            value={values.status}
            onChange={(status) => set({ status })}
            options={deliveryOptions}
          />
          {!endpointId && endpoints.options.length > 1 && (
            <SelectFilter
              label="Endpoint"
              value={values.endpointId}
              onChange={(one) => set({ endpointId: one })}
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
        </FilterBar>
        {can(webhookApi.retryDelivery) && <RetryAllDead filters={filters} bulk={bulk} />}
      </Group>
      {bulk.dialog}
      <DataTable
        name={endpointId ? "endpoint-deliveries" : "deliveries"}
        pages={pages}
        columns={endpointId ? columns : [...columns.slice(0, 2), endpointColumn(endpoints.urlOf), ...columns.slice(2)]}
        rowLink={(of, rest) => (
          <Link to="." search={drawerSearch("delivery", placeOf(of))} resetScroll={false} {...rest} />
        )}
        {...(can(webhookApi.retryDelivery) && { bulkActions: retryChosen })}
        emptyState={
          isFiltered ? (
            <NoResults noun="delivery" onClear={clear} />
          ) : (
            <EmptyState title="Nothing sent yet">
              As soon as something happens that an endpoint has asked for, it is listed here, with every attempt and
              what came of it.
            </EmptyState>
          )
        }
      />
      <Drawer title={opened?.eventName ?? "Delivery"} opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.of && <DeliveryShown key={drawer.of} place={drawer.of} known={opened} />}
      </Drawer>
    </>
  );
}

const columns: readonly Column<Delivery>[] = [
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
    title: "Last answer",
    unlabeled: true,
    cell: ({ lastStatus, lastError, history }) =>
      history.length === 0 ? (
        <Text span inherit c="dimmed">
          not tried yet
        </Text>
      ) : (
        resultText(lastStatus, lastError)
      ),
  },
  {
    id: "next",
    title: "Done",
    unlabeled: true,
    cell: ({ status, nextAttemptAt, deliveredAt }) =>
      status === "pending" ? (
        <Text span inherit c="dimmed">
          next try <DateTime value={nextAttemptAt} inSentence />
        </Text>
      ) : status === "dead" ? (
        <Text span inherit c="dimmed">
          given up
        </Text>
      ) : (
        <DateTime value={deliveredAt} dimmed />
      ),
  },
  { id: "made", title: "Made", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

const endpointColumn = (urlOf: (id: string) => string): Column<Delivery> => ({
  id: "endpoint",
  title: "To",
  cell: ({ endpointId }) => hostOf(urlOf(endpointId)) || "–",
});

function RetryChosen({ items, bulk }: { items: readonly Delivery[]; bulk: BulkAction }) {
  const dead = items.filter(({ status }) => status === "dead");
  if (dead.length === 0) return <Text size="sm">Only dead deliveries are retried by hand.</Text>;
  const many = countText(dead.length, "dead delivery", "dead deliveries");
  const retry = () =>
    void bulk.start({
      title: `Retry ${many}`,
      items: dead,
      labelOf,
      run: ({ id }) => callApi(webhookApi.retryDelivery, { id }),
    });
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={retry}>
      Retry {many}
    </Button>
  );
}
