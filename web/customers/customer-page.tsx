/** One customer: contact, groups, figures, orders and history, with merging and erasing. */
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import * as customerApi from "#core/contract/customer";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { MessagesAbout } from "../messages/messages-about.tsx";
import { GoodsBadges, PaymentBadge } from "../orders/badges.tsx";
import type { OrderRow } from "../orders/types.ts";
import { Badge } from "../ui/badge.tsx";
import { addressLines } from "../ui/format/address-lines.ts";
import { Amount, countText, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { PencilIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { Breadcrumb, EmptyState, Page } from "../ui/layout/page.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { useDrawer } from "../ui/url-state.ts";
import { type Customer, EditCustomer } from "./customer-form.tsx";
import { CustomerHistory } from "./customer-history.tsx";
import { EraseCustomer, MergeCustomer } from "./merge-and-erase.tsx";

export default function CustomerPage() {
  const { id } = useParams({ from: "/authenticated/customers/$id" });
  const query = useApiQuery(customerApi.read, { id: id as Customer["id"] }, { keepPrevious: false, poll: true }); // the API refuses other ids
  return (
    <DetailPage title="Customer" list={{ to: "/customers", label: "Customers" }} query={query}>
      {(customer) => <CustomerDetails key={id} customer={customer} />}
    </DetailPage>
  );
}

function CustomerDetails({ customer }: { customer: Customer }) {
  const { can } = useSession();
  const drawer = useDrawer("edit");
  const cancelled = useApiQuery(
    orderApi.list,
    { customerId: customer.id, status: ["cancelled"], limit: 1 },
    { enabled: can(orderApi.list) },
  );
  const hasCancelled = (cancelled.data?.items.length ?? 0) > 0;
  const isOpen = customer.erasedAt === null && customer.mergedInto === null;
  const editable = isOpen && can(customerApi.edit);
  useShortcuts("Customer", editable ? [{ keys: "e", label: "Edit customer", run: drawer.open }] : []);
  return (
    <Page
      title={customer.name}
      titleExtra={customer.erasedAt && <Badge color="gray">Erased</Badge>}
      actions={
        editable && (
          <>
            <EraseCustomer customer={customer} />
            <MergeCustomer customer={customer} />
            <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={drawer.open}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Breadcrumb to="/customers" label="Customers">
        {customer.mergedInto ? (
          <>
            was merged into <EntityLink id={customer.mergedInto}>another customer</EntityLink>
          </>
        ) : (
          `${countText(customer.orders, "order")}${hasCancelled ? ", without cancelled ones" : ""} · ${moneyText(customer.spent)} spent`
        )}
      </Breadcrumb>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title="Contact">
          <Stack gap={4} fz="sm">
            <Text size="sm">{customer.email ?? "no email address"}</Text>
            {customer.phone && <Text size="sm">{customer.phone}</Text>}
            <Text size="sm" c="dimmed">
              {customer.marketing.accepts ? "Accepts marketing emails" : "Does not accept marketing emails"}
              {customer.marketing.at && (
                <>
                  , since <DateTime value={customer.marketing.at} inSentence />
                </>
              )}
            </Text>
            <Group gap={4}>
              {customer.groups.map(({ id, name }) => (
                <Badge key={id} color="blue">
                  {name}
                </Badge>
              ))}
              {customer.tags.map((tag) => (
                <Badge key={tag} color="gray">
                  {tag}
                </Badge>
              ))}
            </Group>
            {customer.note && (
              <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
                {customer.note}
              </Text>
            )}
          </Stack>
        </Card>
        <Card title="Addresses">
          {customer.addresses.length === 0 && (
            <Text size="sm" c="dimmed">
              None
            </Text>
          )}
          {customer.addresses.map((address) => (
            <Text key={JSON.stringify(address)} size="sm" mb="xs" style={{ whiteSpace: "pre-line" }}>
              {addressLines(address).join("\n")}
            </Text>
          ))}
        </Card>
      </SimpleGrid>
      {can(orderApi.list) && <CustomerOrders customer={customer} />}
      <MessagesAbout about={{ customerId: customer.id }} />
      <CustomerHistory id={customer.id} />
      <Drawer title="Edit customer" opened={drawer.opened && editable} onClose={drawer.close} size="md">
        <EditCustomer customer={customer} onClose={drawer.close} />
      </Drawer>
    </Page>
  );
}

const columns: readonly Column<OrderRow>[] = [
  { id: "number", title: "Order", cell: ({ number }) => number },
  { id: "status", title: "Status", unlabeled: true, cell: (order) => <GoodsBadges goods={order} /> },
  {
    id: "payment",
    title: "Payment",
    unlabeled: true,
    cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />,
  },
  { id: "total", title: "Total", align: "right", unlabeled: true, cell: ({ total }) => <Amount value={total} /> },
  { id: "placed", title: "Placed", unlabeled: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];
const rowLink: RowLink<OrderRow> = ({ id }, rest) => <Link to="/orders/$id" params={{ id }} {...rest} />;

function CustomerOrders({ customer: { id, erasedAt, mergedInto } }: { customer: Customer }) {
  const { can } = useSession();
  const newOrder = erasedAt === null && mergedInto === null && can(orderApi.create) && (
    <SecondaryLink to="/orders/new" search={{ customer: id }} size="compact-sm">
      New order
    </SecondaryLink>
  );
  const pages = usePaginatedQuery(orderApi.list, { customerId: id });
  return (
    <Card title="Orders" actions={newOrder}>
      <DataTable
        name="customer-orders"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyState title="No orders yet">This customer’s orders appear here, with their totals.</EmptyState>
        }
      />
    </Card>
  );
}
