/** All products, with search, filters, saved views and bulk actions. */
import { Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import * as productApi from "#core/contract/product";
import { categoryPath, useCategories, useCollections } from "../api/catalogue-lookups.ts";
import { apiQuery } from "../api/hooks.ts";
import { useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import type { Category } from "../catalogue/types.ts";
import { DropOnList } from "../jobs/drop-on-list.tsx";
import { ImportLink } from "../jobs/import-link.tsx";
import { useBulkAction } from "../ui/dialogs/bulk-action.tsx";
import { FilterPill } from "../ui/filters/filter-chips.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { type ListViews, SavedViews, SaveFilters } from "../ui/filters/saved-views.tsx";
import { Amount, countText, DateTime } from "../ui/format/format.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, SelectedRows } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { enumParam, idParam, textParam, useFilters } from "../ui/url-state.ts";
import { ProductStatusBadge } from "./badges.tsx";
import { statusOptions } from "./labels.ts";
import { LinksOfMany, StatusMenu } from "./product-bulk-actions.tsx";
import type { ProductRow } from "./types.ts";

const params = {
  q: textParam,
  status: enumParam(productApi.statuses),
  categoryId: idParam("cat"),
  collectionId: idParam("col"),
  vendorId: idParam("ven"),
  tag: textParam,
  sort: enumParam(["updated", "title"]),
};

const listed: ListViews = {
  list: "products",
  params,
  views: [
    { name: "All", search: {} },
    { name: "On sale", search: { status: "active" } },
    { name: "Drafts", search: { status: "draft" } },
    { name: "Archived", search: { status: "archived" } },
  ],
};

export default function ProductList() {
  return (
    <DropOnList kind="products">
      <Listed />
    </DropOnList>
  );
}

function Listed() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = usePaginatedQuery(productApi.list, values);
  const client = useQueryClient();
  const navigate = useNavigate();
  const categories = useCategories();
  const columns = useMemo(() => columnsFor(categories), [categories]);
  const bulk = useBulkAction();
  const canWrite = can(productApi.create);
  useShortcuts(
    "Products",
    canWrite ? [{ keys: "n", label: "New product", run: () => void navigate({ to: "/products/new" }) }] : [],
  );
  const newButton = canWrite && (
    <ButtonLink to="/products/new" leftSection={<PlusIcon size={16} />}>
      New product
    </ButtonLink>
  );
  return (
    <Page title="Products" actions={newButton}>
      <SavedViews {...listed} op={productApi.list} />
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Title, slug or SKU" />}
        isFiltered={isFiltered}
        onClear={clear}
        save={<SaveFilters {...listed} />}
      >
        <SelectFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        {categories.length > 0 && (
          <SelectFilter
            label="Category"
            value={values.categoryId}
            onChange={(categoryId) => set({ categoryId })}
            options={categories.map(({ id }) => ({ value: id, label: categoryPath(id, categories) }))}
          />
        )}
        <CollectionFilter value={values.collectionId} onChange={(collectionId) => set({ collectionId })} />
        <VendorFilter value={values.vendorId} onChange={(vendorId) => set({ vendorId })} />
        {values.tag && <FilterPill label={`Tag: ${values.tag}`} onRemove={() => set({ tag: undefined })} />}
        <SelectFilter
          label="Sort"
          anyLabel="Newest first"
          value={values.sort}
          onChange={(sort) => set({ sort })}
          options={[
            { value: "updated", label: "Last updated first" },
            { value: "title", label: "By title" },
          ]}
        />
      </FilterBar>
      {bulk.dialog}
      <DataTable
        name="products"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="/products/$id" params={{ id }} {...rest} />}
        onPrefetch={({ id }) => void client.prefetchQuery(apiQuery(productApi.read, { id }))}
        bulkActions={(selected: SelectedRows<ProductRow>) => (
          <>
            {canWrite && <StatusMenu selected={selected} bulk={bulk} />}
            <LinksOfMany products={selected.items} editable={canWrite} />
          </>
        )}
        emptyState={
          <EmptyList
            items="products"
            isFiltered={isFiltered}
            onClear={clear}
            title="No products yet"
            action={
              <>
                {newButton}
                {canWrite && <ImportLink kind="products" />}
              </>
            }
          >
            A product needs a title, a SKU and a price. You can also import the products of another store.
          </EmptyList>
        }
      />
    </Page>
  );
}

function columnsFor(categories: readonly Category[]): Column<ProductRow>[] {
  return [
    {
      id: "title",
      title: "Product",
      sort: { ascending: "title" },
      cell: ({ title, image }) => (
        <Group gap="sm" wrap="nowrap" component="span">
          <Thumbnail url={image?.thumbnailUrl} size={32} />
          <span style={{ minWidth: 0 }}>{title}</span>
        </Group>
      ),
    },
    { id: "status", title: "Status", unlabeled: true, cell: ({ status }) => <ProductStatusBadge status={status} /> },
    {
      id: "variants",
      title: "Variants",
      unlabeled: true,
      cell: ({ variantCount }) => countText(variantCount, "variant"),
    },
    {
      id: "category",
      title: "Category",
      unlabeled: true,
      cell: ({ categoryId }) => categoryPath(categoryId, categories) || "–",
    },
    {
      id: "tags",
      title: "Tags",
      hiddenByDefault: true,
      cell: ({ tags }) => (
        <Text span inherit c="dimmed">
          {tags.join(", ") || "–"}
        </Text>
      ),
    },
    { id: "slug", title: "Slug", hiddenByDefault: true, cell: ({ slug }) => slug },
    { id: "price", title: "Price", align: "right", unlabeled: true, cell: (row) => <PriceRange product={row} /> },
    {
      id: "updated",
      title: "Updated",
      sort: { descending: "updated" },
      unlabeled: true,
      cell: ({ updatedAt }) => <DateTime value={updatedAt} dimmed />,
    },
  ];
}

function PriceRange({ product: { priceFrom, priceTo } }: { product: ProductRow }) {
  const isSame = priceFrom?.amountMinor === priceTo?.amountMinor;
  return (
    <>
      <Amount value={priceFrom} />
      {!isSame && (
        <>
          {" to "}
          <Amount value={priceTo} />
        </>
      )}
    </>
  );
}

type CollectionId = ReturnType<typeof useCollections>[number]["id"];

function CollectionFilter({
  value,
  onChange,
}: {
  value: CollectionId | undefined;
  onChange: (id: CollectionId | undefined) => void;
}) {
  const options = useCollections().map(({ id, title }) => ({ value: id, label: title }));
  if (options.length === 0) return null;
  return <SelectFilter label="Collection" value={value} onChange={onChange} options={options} />;
}

type VendorId = ReturnType<typeof useVendors>["all"][number]["id"];

function VendorFilter({
  value,
  onChange,
}: {
  value: VendorId | undefined;
  onChange: (id: VendorId | undefined) => void;
}) {
  const options = useVendors().all.map(({ id, name }) => ({ value: id, label: name }));
  if (options.length === 0) return null;
  return <SelectFilter label="Vendor" value={value} onChange={onChange} options={options} />;
}
