/** One vendor: their order lines, products, stock and logins. */
import { Button, Stack, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import * as staffApi from "#core/contract/staff";
import * as stockApi from "#core/contract/stock";
import * as vendorApi from "#core/contract/vendor";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiQuery } from "../api/hooks.ts";
import { useAllPages } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { StatusBadge } from "../orders/badges.tsx";
import { ProductStatusBadge } from "../products/badges.tsx";
import { stockColumns, useStockRows } from "../stock/stock-columns.tsx";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { PencilIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { NavTabs } from "../ui/layout/nav-tabs.tsx";
import { Breadcrumb, EmptyState, Page } from "../ui/layout/page.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { ChangeHistory } from "../ui/records/change-history.tsx";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, useDrawer, useUrlState } from "../ui/url-state.ts";
import { EditVendor, type Vendor } from "./vendors.tsx";

export default function VendorPage() {
  const { id } = useParams({ from: "/authenticated/vendors/$id" });
  const query = useApiQuery(vendorApi.read, { id: id as Vendor["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Vendor" list={{ to: "/vendors", label: "Vendors" }} query={query}>
      {(vendor) => <VendorDetails key={id} vendor={vendor} />}
    </DetailPage>
  );
}

/** Each tab is a separate list, and one is shown at a time, because a URL can hold the position in only one list. */
const parts = {
  lines: { label: "Order lines", operation: vendorApi.listLines, Part: Lines },
  products: { label: "Products", operation: productApi.list, Part: Products },
  stock: { label: "Stock", operation: stockApi.list, Part: Stock },
  logins: { label: "Logins", operation: staffApi.list, Part: Logins },
  history: { label: "History", operation: vendorApi.read, Part: History },
} as const;
const partNames = ["lines", "products", "stock", "logins", "history"] as const;
const partParam = enumParam(partNames);

function VendorDetails({ vendor }: { vendor: Vendor }) {
  const { can } = useSession();
  const [search] = useUrlState();
  const drawer = useDrawer("edit");
  const shown = partNames.filter((name) => can(parts[name].operation));
  const part = partParam(search["show"] ?? "") ?? shown[0] ?? "history";
  const { Part } = parts[part];
  return (
    <Page
      title={vendor.name}
      titleExtra={!vendor.active && <Badge color="gray">Inactive</Badge>}
      actions={
        can(vendorApi.edit) && (
          <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={drawer.open}>
            Edit
          </Button>
        )
      }
    >
      <Breadcrumb to="/vendors" label="Vendors">
        {vendor.email ?? "no email address"}
      </Breadcrumb>
      <NavTabs
        label="About this vendor"
        tabs={shown.map((name) => ({
          label: parts[name].label,
          to: `/vendors/${vendor.id}`,
          search: { show: name },
          active: name === part,
        }))}
      />
      <Part id={vendor.id} />
      <Drawer title={vendor.name} opened={drawer.opened} onClose={drawer.close} size="md">
        <EditVendor vendor={vendor} onClose={drawer.close} />
      </Drawer>
    </Page>
  );
}

interface PartProps {
  readonly id: Vendor["id"];
}
type Line = ItemOf<typeof vendorApi.listLines>;
type Product = ItemOf<typeof productApi.list>;

const lineColumns: readonly Column<Line>[] = [
  { id: "number", title: "Order", cell: ({ orderNumber }) => orderNumber },
  { id: "status", title: "Status", unlabeled: true, cell: ({ orderStatus }) => <StatusBadge status={orderStatus} /> },
  { id: "title", title: "Item", unlabeled: true, cell: ({ title }) => title },
  { id: "quantity", title: "Quantity", align: "right", cell: ({ quantity }) => quantity },
  { id: "shipped", title: "Shipped", align: "right", cell: ({ shipped }) => shipped },
  { id: "returned", title: "Returned", align: "right", cell: ({ returned }) => returned },
  { id: "total", title: "Total", align: "right", cell: ({ total }) => <Amount value={total} /> },
  { id: "placed", title: "Placed", unlabeled: true, cell: ({ placedAt }) => <DateTime value={placedAt} dimmed /> },
];
const toOrder: RowLink<Line> = ({ orderId }, rest) => <Link to="/orders/$id" params={{ id: orderId }} {...rest} />;

function Lines({ id }: PartProps) {
  return (
    <DataTable
      name="vendor-lines"
      pages={usePaginatedQuery(vendorApi.listLines, { id })}
      columns={lineColumns}
      rowLink={toOrder}
      emptyState={<EmptyState title="No order lines yet">Lines with this vendor’s products appear here.</EmptyState>}
    />
  );
}

const productColumns: readonly Column<Product>[] = [
  { id: "title", title: "Product", cell: ({ title }) => title },
  { id: "status", title: "Status", unlabeled: true, cell: ({ status }) => <ProductStatusBadge status={status} /> },
  { id: "slug", title: "Slug", unlabeled: true, cell: ({ slug }) => slug },
];
const toProduct: RowLink<Product> = ({ id }, rest) => <Link to="/products/$id" params={{ id }} {...rest} />;

function Products({ id }: PartProps) {
  return (
    <DataTable
      name="vendor-products"
      pages={usePaginatedQuery(productApi.list, { vendorId: id })}
      columns={productColumns}
      rowLink={toProduct}
      emptyState={<EmptyState title="No products yet">Choose this vendor when you edit a product.</EmptyState>}
    />
  );
}

function Stock({ id }: PartProps) {
  return (
    <DataTable
      name="vendor-stock"
      pages={useStockRows(usePaginatedQuery(stockApi.list, { vendorId: id }))}
      columns={stockColumns}
      rowLink={({ id: variantId }, rest) => <Link to="/stock/levels/$id" params={{ id: variantId }} {...rest} />}
      emptyState={<EmptyState title="No items yet">The variants of this vendor’s products appear here.</EmptyState>}
    />
  );
}

function Logins({ id }: PartProps) {
  const { data, error, refetch } = useAllPages(staffApi.list, {});
  const logins = data?.filter(({ vendorId }) => vendorId === id);
  return (
    <Card title="Logins">
      <Stack gap="xs">
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {logins?.map((login) => (
          <Text key={login.id} size="sm">
            <EntityLink id={login.id}>{login.name}</EntityLink>, {login.email}, last seen{" "}
            {login.lastSeenAt ? <DateTime value={login.lastSeenAt} inSentence /> : "never"}
          </Text>
        ))}
        {logins?.length === 0 && <Text size="sm">This vendor has no logins.</Text>}
        <Text size="sm" c="dimmed">
          To add somebody,{" "}
          <TextLink to="/settings/team" search={{ open: "invite" }} inherit underline="always">
            invite them
          </TextLink>{" "}
          with the vendor role. They see this vendor’s products and order lines only.
        </Text>
      </Stack>
    </Card>
  );
}

function History({ id }: PartProps) {
  return (
    <Card title="History">
      <ChangeHistory id={id} />
    </Card>
  );
}
