/** One order: its lines and where each unit is, its payment, parcels and returns, its customer and its timeline. */
import { ActionIcon, Alert, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as messageApi from "#core/contract/message";
import * as orderApi from "#core/contract/order";
import { apiQuery, pollApiQueries, useApiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { MessagesAbout } from "../messages/messages-about.tsx";
import { neighboursInList } from "../order-list/last-list.ts";
import { DateTime } from "../ui/format/format.tsx";
import { ChevronLeftIcon, ChevronRightIcon } from "../ui/icons.ts";
import classes from "../ui/layout/detail-layout.module.css";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Page } from "../ui/layout/page.tsx";
import { IconLink, TextLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { GoodsBadges, goodsOf, OwesBadge, PaymentBadge } from "./badges.tsx";
import { LinesCard } from "./lines/order-lines.tsx";
import { OrderActions } from "./order-actions.tsx";
import { CustomerCard } from "./order-customer.tsx";
import { PaymentCard } from "./order-payment.tsx";
import { ReturnsCard } from "./order-returns.tsx";
import { TagsCard } from "./order-tags.tsx";
import { ParcelsCard } from "./parcels/order-parcels.tsx";
import { OrderTimeline } from "./timeline/timeline.tsx";
import type { Order, OrderRow } from "./types.ts";

export default function OrderPage() {
  const { id } = useParams({ from: "/authenticated/orders/$id" });
  const query = useApiQuery(orderApi.read, { id: id as Order["id"] }, { keepPrevious: false, poll: true }); // the API refuses other ids
  const row = useCachedRow(id);
  return (
    <DetailPage
      title="Order"
      list={{ to: "/orders", label: "Orders" }}
      query={query}
      preview={row && { title: row.number, titleExtra: <OrderBadges order={row} /> }}
    >
      {/* The key resets the state for each order, so that text typed for one does not appear at the next. */}
      {(order) => <OrderDetails key={order.id} order={order} />}
    </DetailPage>
  );
}

/** The order's row from a cached list: shown until the order itself has loaded. */
function useCachedRow(id: string): OrderRow | undefined {
  const client = useQueryClient();
  return useMemo(() => {
    const lists = client.getQueriesData<Answer<typeof orderApi.list>>({ queryKey: [orderApi.list.name] });
    return lists.flatMap(([, page]) => page?.items ?? []).find((row) => row.id === id);
  }, [client, id]);
}

/** Links back to the list as it was, and to the previous and the next order, to work through many orders one by one. */
function OrderNavigation({ order }: { order: Order }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, previous, next } = neighboursInList(order.id);
  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void client.prefetchQuery(apiQuery(orderApi.read, { id: next })), 300);
    return () => clearTimeout(timer);
  }, [client, next]);
  const goTo = (id: Order["id"]) => () => void navigate({ to: "/orders/$id", params: { id } });
  const { nameOf } = useChannels();
  useShortcuts("Order", [
    ...(next ? [{ keys: "j", label: "Next order in the list", run: goTo(next) }] : []),
    ...(previous ? [{ keys: "k", label: "Previous order in the list", run: goTo(previous) }] : []),
  ]);
  return (
    <Group justify="space-between" mt={-12} mih={28} wrap="nowrap">
      <Text size="sm" c="dimmed">
        <TextLink to="/orders" search={search} inherit underline="always">
          Orders
        </TextLink>{" "}
        · placed <DateTime value={order.createdAt} inSentence />
        {order.channel && ` · ${nameOf(order.channel)}`}
      </Text>
      {(previous || next) && (
        <Group gap={4} wrap="nowrap">
          <NeighbourLink id={previous} label="Previous order in the list" icon={<ChevronLeftIcon size={16} />} />
          <NeighbourLink id={next} label="Next order in the list" icon={<ChevronRightIcon size={16} />} />
        </Group>
      )}
    </Group>
  );
}

function NeighbourLink({ id, label, icon }: { id: Order["id"] | undefined; label: string; icon: ReactNode }) {
  if (!id) {
    return (
      <ActionIcon variant="default" disabled aria-label={label}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <IconLink variant="default" to="/orders/$id" params={{ id }} aria-label={label} title={label}>
      {icon}
    </IconLink>
  );
}

/** Also for a row of the list, until the order itself has loaded. */
function OrderBadges({ order }: { order: Order | OrderRow }) {
  const { user } = useSession();
  return (
    <Group gap={6}>
      <GoodsBadges goods={"lines" in order ? goodsOf(order) : order} />
      {!user.vendor && <PaymentBadge status={order.paymentStatus} />}
      <OwesBadge order={order} />
    </Group>
  );
}

/** How soon after a change its messages have been written. */
const writtenMs = 2_000;

/** After a change, also one by a colleague or a gateway: its entries, and the messages that are written because of it. */
function useFollowChanges({ version }: Order): void {
  const client = useQueryClient();
  const followed = useRef(version);
  useEffect(() => {
    if (followed.current === version) return;
    const timer = setTimeout(() => {
      followed.current = version;
      pollApiQueries(client, [orderApi.timeline.name, messageApi.list.name]);
    }, writtenMs);
    return () => clearTimeout(timer);
  }, [client, version]);
}

function OrderDetails({ order }: { order: Order }) {
  const { user, can } = useSession();
  useFollowChanges(order);
  // The order is rendered first, then its timeline.
  const withTimeline = useDeferredValue(true, false);
  return (
    <Page
      title={order.number}
      titleExtra={<OrderBadges order={order} />}
      actions={!user.vendor && <OrderActions order={order} />}
    >
      <OrderNavigation order={order} />
      {order.status === "cancelled" && (
        <Alert color="gray" title="This order is cancelled">
          <DateTime value={order.cancelledAt} />
          {order.cancelReason && `: ${order.cancelReason}`}
        </Alert>
      )}
      <div className={classes["parts"]}>
        <Stack gap="md">
          <LinesCard order={order} />
          <ParcelsCard order={order} />
          <ReturnsCard order={order} />
        </Stack>
        <Stack gap="md" className={classes["side"]}>
          {order.totals && <PaymentCard order={order} />}
          {order.contact && <CustomerCard order={order} />}
          {!user.vendor && <TagsCard order={order} />}
          {!user.vendor && <MessagesAbout about={{ orderId: order.id }} />}
        </Stack>
        {can(orderApi.timeline) && <div>{withTimeline && <OrderTimeline order={order} />}</div>}
      </div>
    </Page>
  );
}
