/**
 * Prices, costs, weights, barcodes and thresholds of many items in one grid: of selected products, or found by a
 * search.
 */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Asked } from "#core/contract/kit/operation";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import type { ApiError } from "../../api/api-client.ts";
import { fetchAllPages } from "../../api/fetch-all-pages.ts";
import { fetchByIds } from "../../api/fetch-by-ids.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { FilterBar, SearchFilter } from "../../ui/filters/filters.tsx";
import { countText } from "../../ui/format/format.tsx";
import { Breadcrumb, EmptyList, Page } from "../../ui/layout/page.tsx";
import { ButtonLink } from "../../ui/links/links.tsx";
import { idParam, textParam, useFilters } from "../../ui/url-state.ts";
import { EditedRows } from "./edited-rows.tsx";
import { type GridRow, gridRow } from "./grid-rows.ts";

const productIdParam = idParam("prd");
const params = {
  q: textParam,
  productIds: (text: string) => {
    const ids = text.split(",").map(productIdParam);
    return ids.filter((id) => id !== undefined).slice(0, variantApi.chosenMax);
  },
};

/** More items than anyone reads through; a search narrows them down. */
const shownMax = 2_000;

/** One more than are shown, if there are any. */
const variantsOf = ({ productIds, ...filters }: Asked<typeof variantApi.list>) =>
  productIds
    ? fetchByIds(
        productIds,
        (part, rowsMax) => fetchAllPages(variantApi.list, { ...filters, productIds: part }, { rowsMax }),
        shownMax + 1,
      )
    : fetchAllPages(variantApi.list, filters, { rowsMax: shownMax + 1 });

export default function ProductGrid() {
  const { can } = useSession();
  const { values, set, clear } = useFilters(params);
  const filters: Asked<typeof variantApi.list> = values;
  const [isUnsaved, setUnsaved] = useState(false);
  const query = useQuery<{ readonly rows: GridRow[]; readonly isCut: boolean }, ApiError>({
    queryKey: ["product-grid", filters],
    queryFn: async () => {
      const found = await variantsOf(filters);
      return { rows: found.slice(0, shownMax).map(gridRow), isCut: found.length > shownMax };
    },
    // A refetch on window focus must not discard edits; reopening the page fetches again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { expensive: true },
  });
  const { rows, isCut } = query.data ?? {};
  const isChosen = values.productIds !== undefined;
  return (
    <Page
      title="Edit products in a grid"
      titleExtra={
        rows && (
          <Text size="sm" c="dimmed" role="status">
            {countText(rows.length, "variant")}
            {isChosen && ` of ${countText(values.productIds.length, "product")}`}
          </Text>
        )
      }
    >
      <Breadcrumb to="/products" label="Products" />
      {!isChosen &&
        // Another search would reset the grid.
        (isUnsaved ? (
          <Text size="sm">Save or discard your changes to search for others.</Text>
        ) : (
          <FilterBar
            search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="SKU, title or barcode" />}
            isFiltered={values.q !== undefined}
            onClear={clear}
          />
        ))}
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {isCut && (
        <Text size="sm">
          The first {shownMax.toLocaleString()} are shown. {isChosen ? "Select fewer products" : "Search"} for the
          others.
        </Text>
      )}
      {query.isPending && <Skeleton height={320} />}
      {rows && rows.length > 0 && <EditedRows key={query.dataUpdatedAt} loaded={rows} onUnsaved={setUnsaved} />}
      {rows?.length === 0 && (
        <EmptyList
          items="products"
          isFiltered={Boolean(values.q)}
          onClear={clear}
          title="Nothing to edit"
          action={can(productApi.create) && <ButtonLink to="/products/new">New product</ButtonLink>}
        >
          {isChosen ? "These products have no variants." : "There are no products yet."}
        </EmptyList>
      )}
    </Page>
  );
}
