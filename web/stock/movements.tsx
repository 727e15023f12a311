/** The stock ledger: every movement with the figures before and after, who made it, and why. */
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Badge } from "../ui/badge.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterPill } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { DateTime } from "../ui/format/format.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { dateParam, enumParam, idParam, useFilters } from "../ui/url-state.ts";
import { allocatedUnits, movementBadges, movementOptions } from "./labels.ts";
import { LocationFilter } from "./location-filter.tsx";
import { QuantityChange } from "./stock-figures.tsx";
import type { Movement } from "./types.ts";

/** The kinds that change the units on hand; the others only allocate units or release them. */
const onHandKinds = ["opening", "receive", "adjust", "count", "import", "transfer", "ship", "restock"] as const;

const params = {
  variantId: idParam("var"),
  orderId: idParam("ord"),
  locationId: idParam("loc"),
  kind: enumParam(stockApi.movementKinds),
  onHand: enumParam(["only"]),
  from: dateParam,
  to: dateParam,
};

export default function Movements() {
  return (
    <Page title="Movements">
      <MovementList />
    </Page>
  );
}

interface Props {
  /** Shows only the movements of this item. */
  readonly variantId?: Movement["variantId"];
}

/** The movements, with filters in the URL. */
export function MovementList({ variantId }: Props) {
  const { store } = useSession();
  const { all } = useLocations();
  const { values, set, clear, isFiltered } = useFilters(params);
  const { kind, onHand, from, to, locationId } = values;
  const about = variantId ? { variantId } : { variantId: values.variantId, orderId: values.orderId };
  const kinds = kind ? [kind] : onHand ? [...onHandKinds] : undefined;
  const pages = usePaginatedQuery(stockApi.movements, {
    ...(about.variantId && { variantId: about.variantId }),
    ...(locationId && { locationId }),
    ...(about.orderId && { orderId: about.orderId }),
    ...(kinds && { kind: kinds }),
    ...dateRangeInput({ from, to }, store.timeZone),
  });
  const [withItem, withLocation] = [variantId === undefined, locationId === undefined];
  const columns = useMemo(() => columnsFor({ locations: all, withItem, withLocation }), [all, withItem, withLocation]);
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <LocationFilter value={locationId} onChange={(chosen) => set({ locationId: chosen })} />
        <SelectFilter
          label="Kind"
          anyLabel="All kinds"
          value={kind ?? (onHand && "onHand")}
          onChange={(chosen) =>
            set(chosen === "onHand" ? { onHand: "only", kind: undefined } : { kind: chosen, onHand: undefined })
          }
          options={[{ value: "onHand" as const, label: "Changes on hand" }, ...movementOptions]}
        />
        <DateRangeFilter value={{ from, to }} onChange={set} />
        {!variantId && values.variantId && (
          <FilterPill label="One item" onRemove={() => set({ variantId: undefined })} />
        )}
        {!variantId && values.orderId && <FilterPill label="One order" onRemove={() => set({ orderId: undefined })} />}
      </FilterBar>
      <DataTable
        name={variantId ? "movements of an item" : "movements"}
        pages={pages}
        columns={columns}
        rowLink={(movement, rest) => <CauseLink movement={movement} {...rest} />}
        emptyState={
          <EmptyList
            items="movements"
            isFiltered={isFiltered}
            onClear={clear}
            title="No movements yet"
            action={!variantId && <SecondaryLink to="/stock/levels">See stock levels</SecondaryLink>}
          >
            Every unit that is received, allocated or shipped is listed here. Receive the first goods to begin.
          </EmptyList>
        }
      />
    </>
  );
}

/** A link to the order or the transfer that caused the movement. */
function CauseLink({ movement, className, children }: { movement: Movement; className: string; children: ReactNode }) {
  const { orderId, source } = movement;
  if (orderId) {
    return (
      <Link to="/orders/$id" params={{ id: orderId }} className={className}>
        {children}
      </Link>
    );
  }
  if (source?.startsWith("trf_")) {
    return (
      <Link to="/stock/transfers/$id" params={{ id: source }} className={className}>
        {children}
      </Link>
    );
  }
  return <>{children}</>;
}

interface ColumnOptions {
  readonly locations: ReturnType<typeof useLocations>["all"];
  readonly withItem: boolean;
  readonly withLocation: boolean;
}

function columnsFor({ locations, withItem, withLocation }: ColumnOptions): Column<Movement>[] {
  const nameOf = (id: Movement["locationId"] | null) =>
    locations.find((location) => location.id === id)?.name ?? "another location";
  const all: (Column<Movement> | false)[] = [
    {
      id: "what",
      title: "Movement",
      cell: ({ kind, orderNumber, source, counterpartId, change, reason }) => {
        const [label, color] = movementBadges[kind];
        const isOut = change.onHand < 0;
        const cause =
          orderNumber ?? (source?.startsWith("trf_") ? `${isOut ? "to" : "from"} ${nameOf(counterpartId)}` : null);
        return (
          <>
            <span style={orderNumber ? { whiteSpace: "nowrap" } : undefined}>
              <Badge color={color}>{label}</Badge>{" "}
              {cause && (
                <Text span size="sm" td="underline" style={{ textUnderlineOffset: 3 }}>
                  {cause}
                </Text>
              )}
            </span>{" "}
            {reason && (
              <Text span size="sm" fw={400} c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {reason}
              </Text>
            )}
          </>
        );
      },
    },
    withItem && {
      id: "item",
      title: "Item",
      unlabeled: true,
      cell: ({ sku, variantId }) => (
        <Link to="/stock/levels/$id" params={{ id: variantId }} style={{ color: "inherit" }}>
          {sku}
        </Link>
      ),
    },
    withLocation && {
      id: "location",
      title: "Location",
      unlabeled: true,
      cell: ({ locationName }) => oneLine(locationName),
    },
    {
      id: "onHand",
      title: "On hand",
      cell: ({ after, change }) => <QuantityChange after={after.onHand} change={change.onHand} />,
    },
    {
      id: "allocated",
      title: "Allocated",
      cell: ({ after, change }) => <QuantityChange after={allocatedUnits(after)} change={allocatedUnits(change)} />,
    },
    {
      id: "available",
      title: "Available",
      hiddenByDefault: true,
      cell: ({ after, change }) => (
        <QuantityChange after={after.onHand - allocatedUnits(after)} change={change.onHand - allocatedUnits(change)} />
      ),
    },
    { id: "who", title: "User", cell: ({ by }) => oneLine(by.kind === "system" ? "System" : by.name) },
    { id: "when", title: "Time", unlabeled: true, cell: ({ at }) => <DateTime value={at} dimmed /> },
  ];
  return all.filter((column) => column !== false);
}

const oneLine = (text: string) => <span className="one-line">{text}</span>;
