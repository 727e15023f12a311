/** Shelf labels: a bin's name to be read from a distance and scanned, or the item in each bin. */
import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import type { ApiError } from "../api/api-client.ts";
import { fetchAllPages, type ItemOf } from "../api/fetch-all-pages.ts";
import { useLocations } from "../api/use-locations.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { PrinterIcon } from "../ui/icons.ts";
import { NoLocation } from "../ui/layout/no-location.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";
import { useUrlState } from "../ui/url-state.ts";
import type { LabelContent } from "./label.tsx";
import { LabelPages } from "./label-pages.tsx";
import { usePaper } from "./use-paper.tsx";

type Stock = ItemOf<typeof stockApi.list>;

/** More than anyone prints at once. */
const rowsMax = 5_000;
const labelsMax = 2_000;

const kinds = [
  { value: "bins", label: "A label for each bin" },
  { value: "items", label: "A label for each item" },
];

export default function ShelfLabels() {
  const { open } = useLocations();
  const [search, setSearch] = useUrlState();
  const [kind, setKind] = useState("bins");
  const [others, setOthers] = useState("");
  const paper = usePaper("shelves", "roll-100x50");
  const location = open.find(({ id }) => id === search["locationId"]) ?? open[0];
  const query = useQuery<Stock[], ApiError>({
    queryKey: ["shelf-labels", location?.id],
    queryFn: () => fetchAllPages(stockApi.list, { locationId: location?.id }, { rowsMax }),
    enabled: location !== undefined,
  });
  const lying = (query.data ?? []).flatMap((stock) => {
    const bin = stock.locations[0]?.bin;
    return bin ? [{ ...stock, bin }] : [];
  });
  const typed = others.split("\n").flatMap((line) => line.trim().slice(0, 40) || []);
  const bins = [...new Set([...lying.map(({ bin }) => bin), ...typed])].toSorted(inOrder.compare);
  const all =
    kind === "bins"
      ? bins.map((bin): LabelContent => ({ heading: bin, code: bin, under: location?.name, isBig: true }))
      : lying
          .toSorted((one, other) => inOrder.compare(one.bin, other.bin) || inOrder.compare(one.sku, other.sku))
          .map(({ bin, sku, title }): LabelContent => ({ heading: title, code: sku, aside: bin }));
  const labels = all.slice(0, labelsMax);
  return (
    <Page
      printsTitle={false}
      title="Shelf labels"
      titleExtra={
        <Text size="sm" c="dimmed" role="status">
          {countText(labels.length, "label")}
          {all.length > labels.length && ` of ${all.length.toLocaleString()}: print these first`}
        </Text>
      }
      actions={
        <Button leftSection={<PrinterIcon size={16} />} onClick={() => print()} disabled={labels.length === 0}>
          Print
        </Button>
      }
    >
      <Stack gap="md" className="no-print">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
        <Group align="end" gap="sm">
          {location && open.length > 1 && (
            <NativeSelect
              label="Location"
              value={location.id}
              data={open.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => void setSearch({ locationId: event.currentTarget.value }, { replace: true })}
            />
          )}
          {paper.fields}
          <SegmentedControl aria-label="Labels for" value={kind} onChange={setKind} data={kinds} />
        </Group>
        {kind === "bins" && (
          <Textarea
            label="Other bins"
            description="One per line: shelves that are still empty"
            maw={360}
            autosize
            minRows={2}
            maxRows={8}
            value={others}
            onChange={(event) => setOthers(event.currentTarget.value)}
          />
        )}
        {!location && labels.length === 0 && <NoLocation>Bins are places at a location.</NoLocation>}
        {query.isSuccess && labels.length === 0 && (
          <EmptyState title="No bins yet" action={<SecondaryLink to="/stock/levels">See stock levels</SecondaryLink>}>
            Give items a bin on their stock pages, or type bins above. Their labels then appear here.
          </EmptyState>
        )}
      </Stack>
      {labels.length > 0 && <LabelPages layout={paper.layout} labels={labels} skipped={paper.skipped} />}
    </Page>
  );
}

/** Natural order: A-2 before A-10. */
const inOrder = new Intl.Collator(undefined, { numeric: true });
