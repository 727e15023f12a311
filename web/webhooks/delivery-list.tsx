/** Deliveries: of one endpoint or of all. A pending one turns green, or dead, while one looks at it. */
import { Button, Group, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { eventNames } from "#core/contract/events";
import * as webhookApi from "#core/contract/webhook";
import { callApi } from "../api/api-client.ts";
import { useSession } from "../api/session.tsx";
import { type Bulk, useBulk } from "../ui/bulk-action.tsx";
import { Panel } from "../ui/drawer.tsx";
import { DaysFilter } from "../ui/filters/date-range-filter.tsx";
import { ChoiceFilter, FilterBar } from "../ui/filters/filters.tsx";
import { daysAsked } from "../ui/format/dates.ts";
import { countText, When } from "../ui/format/format.tsx";
import { Empty, NoneFits } from "../ui/page.tsx";
import { type Chosen, type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
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
    ...daysAsked({ from, to }, store.timeZone),
  };
  const pages = usePages(webhookApi.listDeliveries, filters);
  const endpoints = useEndpoints();
  const drawer = useRecordDrawer("delivery", isPlace);
  const opened = pages.items?.find((each) => placeOf(each) === drawer.of);
  const bulk = useBulk();
  useWatch(
    watched,
    (pages.items ?? []).some(({ status }) => status === "pending"),
  );
  const retryChosen = ({ items }: Chosen<Delivery>) => <RetryChosen items={items} bulk={bulk} />;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <FilterBar any={isFiltered} clear={clear}>
          <ChoiceFilter
            label="Status"
            value={values.status}
            onChange={(status) => set({ status })}
            options={deliveryOptions}
          />
          {!endpointId && endpoints.options.length > 1 && (
            <ChoiceFilter
              label="Endpoint"
              value={values.endpointId}
              onChange={(one) => set({ endpointId: one })}
              options={endpoints.options}
            />
          )}
          <ChoiceFilter
            label="Event"
            value={values.eventName}
            onChange={(eventName) => set({ eventName })}
            options={eventNames.map((value) => ({ value, label: value }))}
          />
          <DaysFilter value={{ from, to }} onChange={set} />
        </FilterBar>
        {can(webhookApi.retryDelivery) && <RetryAllDead filters={filters} bulk={bulk} />}
      </Group>
      {bulk.dialog}
      <DataTable
        of={endpointId ? "endpoint-deliveries" : "deliveries"}
        pages={pages}
        columns={endpointId ? columns : [...columns.slice(0, 2), endpointColumn(endpoints.urlOf), ...columns.slice(2)]}
        link={(of, rest) => (
          <Link to="." search={drawerSearch("delivery", placeOf(of))} resetScroll={false} {...rest} />
        )}
        {...(can(webhookApi.retryDelivery) && { bulk: retryChosen })}
        empty={
          isFiltered ? (
            <NoneFits of="delivery" clear={clear} />
          ) : (
            <Empty title="Nothing sent yet">
              As soon as something happens that an endpoint has asked for, it is listed here, with every attempt and
              what came of it.
            </Empty>
          )
        }
      />
      <Panel title={opened?.eventName ?? "Delivery"} opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.of && <DeliveryShown key={drawer.of} place={drawer.of} known={opened} />}
      </Panel>
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
  { id: "status", title: "Status", plain: true, cell: ({ status }) => <DeliveryBadge of={status} /> },
  { id: "attempts", title: "Attempts", align: "right", cell: ({ attempts }) => attempts },
  {
    id: "result",
    title: "Last answer",
    plain: true,
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
    plain: true,
    cell: ({ status, nextAttemptAt, deliveredAt }) =>
      status === "pending" ? (
        <Text span inherit c="dimmed">
          next try <When at={nextAttemptAt} within />
        </Text>
      ) : status === "dead" ? (
        <Text span inherit c="dimmed">
          given up
        </Text>
      ) : (
        <When at={deliveredAt} dimmed />
      ),
  },
  { id: "made", title: "Made", cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

const endpointColumn = (urlOf: (id: string) => string): Column<Delivery> => ({
  id: "endpoint",
  title: "To",
  cell: ({ endpointId }) => hostOf(urlOf(endpointId)) || "–",
});

function RetryChosen({ items, bulk }: { items: readonly Delivery[]; bulk: Bulk }) {
  const dead = items.filter(({ status }) => status === "dead");
  if (dead.length === 0) return <Text size="sm">Only dead deliveries are retried by hand.</Text>;
  const many = countText(dead.length, "dead delivery", "dead deliveries");
  const retry = () =>
    void bulk.start({
      title: `Retry ${many}`,
      items: dead,
      nameOf,
      each: ({ id }) => callApi(webhookApi.retryDelivery, { id }),
    });
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={retry}>
      Retry {many}
    </Button>
  );
}
