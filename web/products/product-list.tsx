/** All products, by what one is looking for. */
import { Button, Group, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import * as productApi from "#core/contract/product";
import { callApi } from "../api/api-client.ts";
import { apiQuery } from "../api/hooks.ts";
import { categoryPath, useCategories, useCollections, useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { useBulk } from "../ui/bulk-action.tsx";
import { ChoiceFilter, FilterBar, OnlyFilter, SearchFilter } from "../ui/filters/filters.tsx";
import { type View, Views } from "../ui/filters/saved-views.tsx";
import { Amount, countText, When } from "../ui/format/format.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Chosen, type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, textParam, useFilters } from "../ui/url-state.ts";
import { StatusBadge } from "./badges.tsx";
import { type Category, type ProductRow, type Status, statusLook, statusOptions } from "./labels.ts";
import { Picture } from "./product-image.tsx";

const fields = {
  q: textParam,
  status: enumParam(productApi.statuses),
  categoryId: idParam("cat"),
  collectionId: idParam("col"),
  vendorId: idParam("ven"),
  tag: textParam,
  sort: enumParam(["updated", "title"]),
};

const views: readonly View[] = [
  { name: "All", search: {} },
  { name: "On sale", search: { status: "active" } },
  { name: "Drafts", search: { status: "draft" } },
  { name: "Archived", search: { status: "archived" } },
];

export default function ProductList() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = usePages(productApi.list, values);
  const client = useQueryClient();
  const navigate = useNavigate();
  const categories = useCategories();
  const columns = useMemo(() => columnsFor(categories), [categories]);
  const bulk = useBulk();
  const canWrite = can(productApi.create);
  useKeys(
    "Products",
    canWrite ? [{ keys: "n", does: "New product", run: () => void navigate({ to: "/products/new" }) }] : [],
  );
  return (
    <Page
      title="Products"
      actions={
        canWrite && (
          <ButtonLink to="/products/new" leftSection={<IconPlus size={16} />}>
            New product
          </ButtonLink>
        )
      }
    >
      <Views of="products" views={views} filters={Object.keys(fields)} />
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Title, slug or SKU" />}
        any={isFiltered}
        clear={clear}
      >
        <ChoiceFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        {categories.length > 0 && (
          <ChoiceFilter
            label="Category"
            value={values.categoryId}
            onChange={(categoryId) => set({ categoryId })}
            options={categories.map(({ id }) => ({ value: id, label: categoryPath(id, categories) }))}
          />
        )}
        <CollectionFilter value={values.collectionId} onChange={(collectionId) => set({ collectionId })} />
        <VendorFilter value={values.vendorId} onChange={(vendorId) => set({ vendorId })} />
        {values.tag && <OnlyFilter text={`the tag ${values.tag}`} onEnd={() => set({ tag: undefined })} />}
        <ChoiceFilter
          label="Sort"
          none="Newest first"
          value={values.sort}
          onChange={(sort) => set({ sort })}
          options={[
            { value: "updated", label: "Last changed first" },
            { value: "title", label: "By title" },
          ]}
        />
      </FilterBar>
      {bulk.dialog}
      <DataTable
        of="products"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="/products/$id" params={{ id }} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(apiQuery(productApi.read, { id }))}
        {...(canWrite && { bulk: (chosen: Chosen<ProductRow>) => <SetStatus chosen={chosen} bulk={bulk} /> })}
        empty={
          isFiltered ? (
            <NoneFits of="product" clear={clear} />
          ) : (
            <Empty title="No products yet">Add the first one: a title, a SKU and a price are enough.</Empty>
          )
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
      cell: ({ title, image }) => (
        <Group gap="sm" wrap="nowrap" component="span">
          <Picture of={image && { ...image, alt: "" }} size={32} />
          <span style={{ overflowWrap: "anywhere" }}>{title}</span>
        </Group>
      ),
    },
    { id: "status", title: "Status", plain: true, cell: ({ status }) => <StatusBadge of={status} /> },
    { id: "variants", title: "Variants", plain: true, cell: ({ variantCount }) => countText(variantCount, "variant") },
    {
      id: "category",
      title: "Category",
      plain: true,
      cell: ({ categoryId }) => categoryPath(categoryId, categories) || "–",
    },
    {
      id: "tags",
      title: "Tags",
      aside: true,
      cell: ({ tags }) => (
        <Text span inherit c="dimmed">
          {tags.join(", ") || "–"}
        </Text>
      ),
    },
    { id: "slug", title: "Slug", aside: true, cell: ({ slug }) => slug },
    { id: "price", title: "Price", align: "right", plain: true, cell: (row) => <Prices of={row} /> },
    { id: "updated", title: "Changed", plain: true, cell: ({ updatedAt }) => <When at={updatedAt} dimmed /> },
  ];
}

function Prices({ of: { priceFrom, priceTo } }: { of: ProductRow }) {
  const isOne = priceFrom?.amountMinor === priceTo?.amountMinor;
  return (
    <>
      <Amount of={priceFrom} />
      {!isOne && (
        <>
          {" to "}
          <Amount of={priceTo} />
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
  return <ChoiceFilter label="Collection" value={value} onChange={onChange} options={options} />;
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
  return <ChoiceFilter label="Vendor" value={value} onChange={onChange} options={options} />;
}

const toStatus: Readonly<Record<Status, string>> = { draft: "Make drafts", active: "Put on sale", archived: "Archive" };

function SetStatus({ chosen, bulk }: { chosen: Chosen<ProductRow>; bulk: ReturnType<typeof useBulk> }) {
  const { user } = useSession();
  const start = (status: Status) =>
    void bulk.start({
      title: toStatus[status],
      items: chosen.items,
      nameOf: ({ title }) => title,
      each: ({ id, version }) => callApi(productApi.edit, { id, status }, { version }),
      onDone: chosen.clear,
    });
  // The store's staff put goods on sale.
  const offered = productApi.statuses.filter((status) => status !== "active" || !user.vendor);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
          Status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((status) => (
          <Menu.Item key={status} aria-label={toStatus[status]} onClick={() => start(status)}>
            {toStatus[status]} ({statusLook[status][0].toLowerCase()})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
