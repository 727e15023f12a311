/** Barcode labels for items: of selected products, selected items, items just received, or scanned one by one. */
import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import type { ApiError } from "../api/api-client.ts";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { fetchByIds } from "../api/fetch-by-ids.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { type NumberValue, wholeNumberError } from "../ui/forms/parse-input.ts";
import { type Variant, VariantPicker } from "../ui/forms/variant-picker.tsx";
import { PrinterIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { barsOf, codeOf, moduleMmMin } from "./bars.ts";
import { chosenItems, copiesBounds, copiesMax } from "./chosen-items.ts";
import { CopiesTable } from "./copies-table.tsx";
import type { LabelContent } from "./label.tsx";
import { LabelPages } from "./label-pages.tsx";
import { type Layout, moduleMm } from "./layouts.ts";
import { usePaper } from "./use-paper.tsx";

const productIdParam = idParam("prd");

/** More than a browser renders quickly, and more than anyone needs in a day. */
const labelsMax = 2_000;

export default function ItemLabels() {
  const { can } = useSession();
  const [search] = useUrlState();
  const chosen = chosenItems(search["variants"] ?? "").slice(0, variantApi.chosenMax);
  const productIds = (search["productIds"] ?? "").split(",").flatMap((id) => productIdParam(id) ?? []);
  const variantIds = chosen.map(({ id }) => id);
  const isChosen = variantIds.length + productIds.length > 0;
  const query = useQuery<Variant[], ApiError>({
    queryKey: ["label-items", variantIds, productIds],
    queryFn: () =>
      variantIds.length > 0
        ? fetchByIds(variantIds, (part) => fetchAllPages(variantApi.list, { variantIds: part, archived: true }))
        : fetchByIds(
            productIds.slice(0, variantApi.chosenMax),
            (part, rowsMax) => fetchAllPages(variantApi.list, { productIds: part }, { rowsMax }),
            labelsMax + 1, // one more shows that there are others
          ),
    enabled: isChosen,
  });
  const [added, setAdded] = useState<readonly Variant[]>([]);
  const [typed, setTyped] = useState<Readonly<Record<string, NumberValue>>>({});
  const [printsPrice, setPrintsPrice] = useState(true);
  const paper = usePaper("items", "roll-50x25");

  const found = query.data ?? [];
  const loaded = found.slice(0, labelsMax);
  const items = [...loaded, ...added.filter(({ id }) => !loaded.some((one) => one.id === id))];
  const firstCopies = new Map<string, number>(chosen.map(({ id, copies }) => [id, copies]));
  const typedOf = ({ id }: Variant) => typed[id] ?? firstCopies.get(id) ?? 1;
  const isNumber = (item: Variant) => wholeNumberError(typedOf(item), copiesBounds) === null;
  const copiesOf = (item: Variant) => (isNumber(item) ? Number(typedOf(item)) : 0);
  const count = items.reduce((sum, item) => sum + copiesOf(item), 0);
  const labels = items.flatMap((item) => Array.from({ length: copiesOf(item) }, () => contentOf(item, printsPrice)));
  const setAll = (copies: (item: Variant) => number) =>
    setTyped(Object.fromEntries(items.map((item) => [item.id, Math.min(Math.max(copies(item), 0), copiesMax)])));
  const asOnHand = async () => {
    const ids = items.map(({ id }) => id);
    const rows = await fetchByIds(ids, (part) => fetchAllPages(stockApi.list, { variantIds: part }));
    const onHand = new Map(rows.map((row) => [row.variantId, row.onHand]));
    setAll(({ id }) => onHand.get(id) ?? 0);
  };
  /** Each scan adds one more label. */
  const add = (picked: Variant) => {
    const isThere = items.some(({ id }) => id === picked.id);
    if (!isThere) setAdded([...added, picked]);
    if (isThere) setTyped({ ...typed, [picked.id]: Math.min(copiesOf(picked) + 1, copiesMax) });
  };
  return (
    <Page
      printsTitle={false}
      title="Print labels"
      titleExtra={
        <Text size="sm" c="dimmed" role="status">
          {countText(count, "label")} of {countText(items.length, "item")}
        </Text>
      }
      actions={
        <Button
          leftSection={<PrinterIcon size={16} />}
          onClick={() => print()}
          disabled={count === 0 || count > labelsMax || !items.every(isNumber)}
        >
          Print
        </Button>
      }
    >
      <Stack gap="md" className="no-print">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
        <Group align="end" gap="sm">
          {paper.fields}
          <Checkbox
            label="Include prices"
            mb={8}
            checked={printsPrice}
            onChange={(event) => setPrintsPrice(event.currentTarget.checked)}
          />
        </Group>
        <Card title="Items">
          <Stack gap="sm">
            <VariantPicker label="Add an item" onPick={add} autoFocus={!isChosen} />
            {items.length > 0 && (
              <CopiesTable
                items={items}
                typedOf={typedOf}
                onTyped={({ id }, copies) => setTyped({ ...typed, [id]: copies })}
                onAll={setAll}
                onAsOnHand={can(stockApi.list) ? asOnHand : null}
              />
            )}
          </Stack>
        </Card>
        <Warnings items={items} layout={paper.layout} />
        {count > labelsMax && (
          <Alert color="red" role="alert" title={`${count.toLocaleString()} labels are too many at once`}>
            Print at most {labelsMax.toLocaleString()} at a time.
          </Alert>
        )}
        {found.length > labelsMax && (
          <Alert
            color="orange"
            role="alert"
            title={`Only the first ${labelsMax.toLocaleString()} items of these products are here`}
          >
            Select fewer products for the others.
          </Alert>
        )}
        {items.length === 0 && !query.isFetching && !query.error && (
          <EmptyState
            title="No items yet"
            action={<SecondaryLink to="/products">Choose products from the list</SecondaryLink>}
          >
            Scan an item or type its SKU. Each scan adds one label.
          </EmptyState>
        )}
      </Stack>
      {count > 0 && count <= labelsMax && <LabelPages layout={paper.layout} labels={labels} skipped={paper.skipped} />}
    </Page>
  );
}

const contentOf = (item: Variant, printsPrice: boolean): LabelContent => {
  const code = codeOf(item);
  return {
    heading: item.title,
    code,
    under: code === item.sku ? item.sku : `${code}  ${item.sku}`,
    aside: printsPrice ? moneyText(item.price) : undefined,
  };
};

/** Warns before printing about labels that a scanner cannot read. */
function Warnings({ items, layout }: { items: readonly Variant[]; layout: Layout }) {
  const bars = items.map((item) => ({ item, bars: barsOf(codeOf(item)) }));
  const without = bars.filter((one) => one.bars === null);
  const tooDense = bars.filter((one) => one.bars && moduleMm(layout, one.bars.modules.length) < moduleMmMin);
  const named = (those: typeof bars) => {
    const skus = those.slice(0, 5).map(({ item }) => item.sku);
    return skus.join(", ") + (those.length > skus.length ? " …" : "");
  };
  return (
    <>
      {without.length > 0 && (
        <Alert color="orange" role="alert" title={`${countText(without.length, "item")} without bars`}>
          No barcode can be made of these SKUs: {named(without)}. Give the items a barcode.
        </Alert>
      )}
      {tooDense.length > 0 && (
        <Alert color="orange" role="alert" title="Codes too long for this paper">
          A scanner may not read the bars of {named(tooDense)}. Choose a wider label.
        </Alert>
      )}
    </>
  );
}
