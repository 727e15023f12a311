/** The ledger: every unit that came, went or was promised, with before and after, who, and why. */
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Tag } from "../ui/badge.tsx";
import { DaysFilter } from "../ui/filters/date-range-filter.tsx";
import { ChoiceFilter, FilterBar, OnlyFilter } from "../ui/filters/filters.tsx";
import { daysAsked } from "../ui/format/dates.ts";
import { When } from "../ui/format/format.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { dateParam, enumParam, idParam, useFilters } from "../ui/url-state.ts";
import { kindLook, kindOptions, type Movement, promisedOf } from "./labels.ts";
import { LocationFilter } from "./location-filter.tsx";
import { BeforeAfter } from "./stock-figures.tsx";

/** The kinds that change what lies on the shelf; the others only promise it or free it. */
const onShelf = ["opening", "receive", "adjust", "count", "import", "transfer", "ship", "restock"] as const;

const fields = {
  variantId: idParam("var"),
  orderId: idParam("ord"),
  locationId: idParam("loc"),
  kind: enumParam(stockApi.movementKinds),
  shelf: enumParam(["only"]),
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
  /** The one item that it is about; any otherwise. */
  readonly variantId?: Movement["variantId"];
}

/** With its filters, which are kept in the address. */
export function MovementList({ variantId }: Props) {
  const { store } = useSession();
  const { all } = useLocations();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const { kind, shelf, from, to, locationId } = values;
  const about = variantId ? { variantId } : { variantId: values.variantId, orderId: values.orderId };
  const kinds = kind ? [kind] : shelf ? [...onShelf] : undefined;
  const pages = usePages(stockApi.movements, {
    ...(about.variantId && { variantId: about.variantId }),
    ...(locationId && { locationId }),
    ...(about.orderId && { orderId: about.orderId }),
    ...(kinds && { kind: kinds }),
    ...daysAsked({ from, to }, store.timeZone),
  });
  const [item, place] = [variantId === undefined, locationId === undefined];
  const shown = useMemo(() => columnsFor({ all, item, place }), [all, item, place]);
  return (
    <>
      <FilterBar any={isFiltered} clear={clear}>
        <LocationFilter value={locationId} onChange={(chosen) => set({ locationId: chosen })} />
        <ChoiceFilter
          label="Kind"
          none="Every kind"
          value={kind ?? (shelf && "shelf")}
          onChange={(chosen) =>
            set(chosen === "shelf" ? { shelf: "only", kind: undefined } : { kind: chosen, shelf: undefined })
          }
          options={[{ value: "shelf" as const, label: "What moved on the shelf" }, ...kindOptions]}
        />
        <DaysFilter value={{ from, to }} onChange={set} />
        {!variantId && values.variantId && <OnlyFilter text="one item" onEnd={() => set({ variantId: undefined })} />}
        {!variantId && values.orderId && <OnlyFilter text="one order" onEnd={() => set({ orderId: undefined })} />}
      </FilterBar>
      <DataTable
        of={variantId ? "movements of an item" : "movements"}
        pages={pages}
        columns={shown}
        link={(movement, rest) => <Cause of={movement} {...rest} />}
        empty={
          <Empty title={isFiltered ? "No movement fits these filters" : "Nothing has moved yet"}>
            Every unit that comes, goes or is promised leaves a line here.
          </Empty>
        }
      />
    </>
  );
}

/** What it was, as a link to what caused it. */
function Cause({ of, className, children }: { of: Movement; className: string; children: ReactNode }) {
  const { orderId, source } = of;
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

interface Wanted {
  readonly all: ReturnType<typeof useLocations>["all"];
  readonly item: boolean;
  readonly place: boolean;
}

function columnsFor({ all: locations, item, place }: Wanted): Column<Movement>[] {
  const nameOf = (id: Movement["locationId"] | null) =>
    locations.find((one) => one.id === id)?.name ?? "another location";
  const all: (Column<Movement> | false)[] = [
    {
      id: "what",
      title: "What",
      cell: ({ kind, orderNumber, source, counterpartId, change, reason }) => {
        const [label, color] = kindLook[kind];
        const out = change.onHand < 0;
        const cause =
          orderNumber ?? (source?.startsWith("trf_") ? `${out ? "to" : "from"} ${nameOf(counterpartId)}` : null);
        return (
          <>
            <span style={orderNumber ? { whiteSpace: "nowrap" } : undefined}>
              <Tag color={color}>{label}</Tag>{" "}
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
    item && {
      id: "item",
      title: "Item",
      plain: true,
      cell: ({ sku, variantId }) => (
        <Link to="/stock/levels/$id" params={{ id: variantId }} style={{ color: "inherit" }}>
          {sku}
        </Link>
      ),
    },
    place && { id: "location", title: "Location", plain: true, cell: ({ locationName }) => nowrap(locationName) },
    {
      id: "onHand",
      title: "On hand",
      cell: ({ after, change }) => <BeforeAfter after={after.onHand} change={change.onHand} />,
    },
    {
      id: "promised",
      title: "Promised",
      cell: ({ after, change }) => <BeforeAfter after={promisedOf(after)} change={promisedOf(change)} />,
    },
    {
      id: "available",
      title: "Available",
      aside: true,
      cell: ({ after, change }) => (
        <BeforeAfter after={after.onHand - promisedOf(after)} change={change.onHand - promisedOf(change)} />
      ),
    },
    { id: "who", title: "Who", cell: ({ by }) => nowrap(by.kind === "system" ? "The store" : by.name) },
    { id: "when", title: "When", plain: true, cell: ({ at }) => <When at={at} dimmed /> },
  ];
  return all.filter((column) => column !== false);
}

const nowrap = (text: string) => <span style={{ whiteSpace: "nowrap" }}>{text}</span>;
