/** Payments that could not be matched automatically, to be matched to an order or refunded. */
import { Group, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import * as paymentApi from "#core/contract/payment";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { TestModeBadge } from "../providers/badges.tsx";
import { providerLabel } from "../providers/labels.ts";
import { Badge } from "../ui/badge.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { drawerLink, SecondaryLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { disputeBadges, reasonTexts, unmatchedBadges, unmatchedOptions } from "./labels.ts";
import type { Unmatched } from "./types.ts";
import { UnmatchedDetails } from "./unmatched-details.tsx";

const filterParams = { status: enumParam(paymentApi.unmatchedStatuses) };
const polled = [paymentApi.listUnmatched, orderApi.read];

export default function UnmatchedPayments() {
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const pages = usePaginatedQuery(paymentApi.listUnmatched, values);
  const drawer = useRecordDrawer("payment", idParam("unm"));
  const opened = pages.items?.find(({ id }) => id === drawer.id);
  const underWay = (pages.items ?? []).filter(({ status }) => status === "refunding").map(({ id }) => id);
  useRefetchWhile(underWay.join(), polled);
  return (
    <Page title="Unmatched payments">
      <Text size="sm" c="dimmed" maw={720}>
        Payments that could not be matched to an order automatically: the order is cancelled, already paid or unknown,
        or the amount differs from what was due.
      </Text>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Status"
          anyLabel={unmatchedBadges.open[0]}
          value={values.status}
          onChange={(status) => set({ status })}
          options={unmatchedOptions.filter(({ value }) => value !== "open")}
        />
      </FilterBar>
      <DataTable
        name="unmatched payments"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList
            items="payments"
            isFiltered={isFiltered}
            onClear={clear}
            title="All payments are matched"
            action={
              <SecondaryLink to="/orders" search={{ status: "pending" }}>
                See orders awaiting payment
              </SecondaryLink>
            }
          >
            Nothing to do here. A payment that matches no order appears here and on Home.
          </EmptyList>
        }
      />
      <Drawer
        title={opened ? `Payment of ${moneyText(opened.amount)}` : "Payment"}
        opened={drawer.opened}
        onClose={drawer.close}
        size="md"
      >
        {drawer.id && <UnmatchedDetails key={drawer.id} payment={opened} onClose={drawer.close} />}
      </Drawer>
    </Page>
  );
}

const rowLink = drawerLink("payment");

const columns: readonly Column<Unmatched>[] = [
  {
    id: "payment",
    title: "Payment",
    cell: ({ gateway, gatewayPaymentId }) => `${providerLabel(gateway)} ${gatewayPaymentId}`,
  },
  { id: "amount", title: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} /> },
  { id: "reason", title: "Why", unlabeled: true, cell: ({ reason }) => reasonTexts[reason] },
  { id: "order", title: "Order", cell: ({ order }) => order?.number ?? "–" },
  {
    id: "status",
    title: "Status",
    unlabeled: true,
    cell: ({ status, mode, disputes }) => (
      <Group gap={4} component="span">
        <Badge color={unmatchedBadges[status][1]}>{unmatchedBadges[status][0]}</Badge>
        {disputes.some((dispute) => dispute.status === "open") && (
          <Badge color={disputeBadges.open[1]}>{disputeBadges.open[0]}</Badge>
        )}
        <TestModeBadge mode={mode} />
      </Group>
    ),
  },
  { id: "received", title: "Received", cell: ({ receivedAt }) => <DateTime value={receivedAt} dimmed /> },
];
