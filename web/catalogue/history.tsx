/** What has been changed about something, by whom, with before and after, the newest first. */
import { Button, Stack, Table, Text, Timeline as Track } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as audit from "#core/contract/audit";
import type { Answer, Operation } from "#core/contract/kit";
import { ask, type Refused } from "../api/ask.ts";
import { useSession } from "../api/session.tsx";
import { When } from "../ui/format.tsx";
import { moneyText } from "../ui/money.ts";
import { Problem } from "../ui/problem.tsx";
import { pathOf, useAllLocations, useCategories, useTaxRates, useVendors } from "./use-names.ts";
import { percentText, type Status, statusLook, variantName } from "./words.ts";

type Page = Answer<typeof audit.list>;
export type Entry = Page["items"][number];

interface Props {
  /** The operation that tells it; without one of its own, a thing's part of the audit. */
  readonly op?: Operation;
  readonly id: string;
  /** How a subject other than the thing itself is called: a product's variants. */
  readonly nameOf?: (id: string) => string | undefined;
  /** Words for a value that needs to know more than its name: `undefined` leaves it to the others. */
  readonly say?: (field: string, value: unknown) => ReactNode | undefined;
}

export function History({ op = audit.list, id, nameOf, say }: Props) {
  const { may } = useSession();
  const about = op === audit.list ? { subjectId: id } : { id };
  const pages = useInfiniteQuery<Page, Refused>({
    queryKey: [op.name, about, "history"],
    // Every history answers a part of the audit.
    queryFn: ({ pageParam, signal }) =>
      ask(
        op,
        { ...about, limit: 10, ...(typeof pageParam === "string" && { cursor: pageParam }) },
        { signal },
      ) as Promise<Page>,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: may(op),
  });
  const valueText = useValueText(say);
  if (!may(op)) return null;
  const entries = (pages.data?.pages ?? []).flatMap(({ items }) => items);
  return (
    <Stack gap="md">
      <Problem of={pages.error} retry={() => void pages.refetch()} />
      {pages.data && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been changed since it came with the store.
        </Text>
      )}
      <Track bulletSize={14} lineWidth={2} active={-1}>
        {entries.map((entry) => (
          <Track.Item
            key={entry.id}
            title={<Title of={entry} name={entry.subject.id === id ? undefined : nameOf?.(entry.subject.id ?? "")} />}
          >
            <Changes of={entry} valueText={valueText} />
            <Text size="xs" c="dimmed" mt={2}>
              <When at={entry.at} />
            </Text>
          </Track.Item>
        ))}
      </Track>
      {pages.hasNextPage && (
        <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show what came before
        </Button>
      )}
    </Stack>
  );
}

const verbs: Readonly<Record<string, string>> = {
  create: "made it",
  edit: "changed it",
  remove: "removed it",
  setProducts: "chose other products",
  receive: "received goods",
  count: "counted the stock",
  adjust: "corrected the stock",
};

function Title({ of, name }: { of: Entry; name: string | undefined }) {
  return (
    <Text size="sm" component="span">
      <Text span inherit fw={600}>
        {of.actor.kind === "system" ? "The store" : of.actor.name}
      </Text>{" "}
      {deedText(of, name)}
    </Text>
  );
}

function deedText({ action, before }: Entry, name = "a variant"): string {
  const [area = "", verb = ""] = action.split(".");
  if (action === "variant.remove") return `removed ${removedIn(before) ?? "a variant"}`;
  if (action === "variant.create") return `added ${name}`;
  if (action === "variant.edit") return `changed ${name}`;
  const words = verbs[verb] ?? action;
  return area === "stock" ? `${words} of ${name}` : words;
}

/** What is gone is named by what was kept of it. */
function removedIn(before: Entry["before"]): string | undefined {
  const removed: unknown = before?.["variants"];
  const [first] = Array.isArray(removed) ? removed : [];
  return first ? variantName(first) : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Of a new thing everything is new: nobody reads that. */
function Changes({ of, valueText }: { of: Entry; valueText: (field: string, value: unknown) => ReactNode }) {
  const { before, after } = of;
  if (!before || !after || /\.(create|remove)$/.test(of.action)) {
    const archived = after?.["archived"] === true;
    return archived ? <Text size="sm">Kept in the archive, for other records refer to it.</Text> : null;
  }
  if (of.action.startsWith("stock.")) {
    return (
      <Text size="sm">
        {String(before["onHand"])} → {String(after["onHand"])} on hand at {valueText("locationId", after["locationId"])}
        {after["reason"] ? `: ${String(after["reason"])}` : ""}
      </Text>
    );
  }
  const fields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (fields.length === 0) return null;
  return (
    <Table
      fz="sm"
      withRowBorders={false}
      verticalSpacing={1}
      horizontalSpacing={0}
      layout="auto"
      aria-label="Before and after"
    >
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Td c="dimmed" pr={10} style={{ verticalAlign: "top", whiteSpace: "nowrap", width: 1 }}>
              {fieldNames[field] ?? field}
            </Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              {field in before && (
                <>
                  <Text span inherit c="dimmed" {...(!isEmpty(before[field]) && { td: "line-through" })}>
                    {valueText(field, before[field])}
                  </Text>
                  {" → "}
                </>
              )}
              {valueText(field, after[field])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  title: "Title",
  name: "Name",
  slug: "Slug",
  code: "Code",
  description: "Description",
  status: "Status",
  vendorId: "Vendor",
  categoryId: "Category",
  parentId: "Within",
  position: "Place",
  tags: "Tags",
  images: "Images",
  options: "Options",
  sku: "SKU",
  priceMinor: "Price",
  compareAtMinor: "Before",
  costMinor: "Cost",
  weightGrams: "Weight",
  barcode: "Barcode",
  trackStock: "Stock is counted",
  continueSelling: "Sold on at none",
  lowStockThreshold: "Low at",
  taxRateId: "Tax rate",
  archivedAt: "Archived",
  basisPoints: "Rate",
  isDefault: "Default",
  active: "Open",
  priority: "Priority",
  address: "Address",
  value: "Worth",
  minimumMinor: "From",
  startsAt: "Starts",
  endsAt: "Ends",
  usageLimit: "Uses at most",
  productIds: "Products",
  onHand: "On hand",
  reserved: "Unpaid",
  committed: "To ship",
  locationId: "Location",
  reason: "Reason",
};

/** The last part of an address says which picture it is. */
const fileIn = (url: string): string => url.split("/").findLast(Boolean) ?? url;

function useValueText(say: Props["say"]) {
  const { store } = useSession();
  const categories = useCategories();
  const taxRates = useTaxRates();
  const vendors = useVendors();
  const locations = useAllLocations();
  return (field: string, value: unknown): ReactNode => {
    const said = say?.(field, value);
    if (said !== undefined) return said;
    if (isEmpty(value)) return "none";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (field.endsWith("Minor") && typeof value === "number")
      return moneyText({ amountMinor: value, currency: store.currency });
    if (field === "basisPoints") return `${percentText(Number(value))} %`;
    if (field === "weightGrams") return `${String(value)} g`;
    if (field === "status") return statusLook[value as Status]?.[0] ?? String(value); // a status, or one that is no more
    if (field.endsWith("At") && typeof value === "string") return <When at={value} />;
    if (field === "categoryId" || field === "parentId")
      return pathOf(String(value), categories) || "a category that is gone";
    if (field === "taxRateId") return taxRates.find(({ id }) => id === value)?.name ?? "a rate that is gone";
    if (field === "vendorId") return vendors.find(({ id }) => id === value)?.name ?? "a vendor";
    if (field === "locationId") return locations.find(({ id }) => id === value)?.name ?? "a location";
    if (field === "position") return Number(value) + 1;
    if (field === "productIds" && Array.isArray(value)) return `${value.length} products`;
    if (field === "images" && Array.isArray(value))
      return value.map(({ url }) => fileIn(String(url))).join(", ") || "none";
    if (Array.isArray(value)) return value.map(String).join(", ") || "none";
    if (typeof value === "object" && value !== null) return Object.values(value).join(", ");
    return String(value);
  };
}
