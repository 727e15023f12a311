/** One order: what was bought and where each unit is, the money, the parcels, who it is for, and its story. */
import { ActionIcon, Alert, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useEffect, useMemo } from "react";
import type { Answer } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import { apiQuery, useApiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import classes from "../ui/detail-layout.module.css";
import { Loaded } from "../ui/detail-page.tsx";
import { When } from "../ui/format/format.tsx";
import { IconLink, TextLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { PaymentBadge, StatusBadge } from "./badges.tsx";
import type { Order, Row } from "./labels.ts";
import { placeInList } from "./last-list.ts";
import { OrderActions } from "./order-actions.tsx";
import { Customer } from "./order-customer.tsx";
import { Lines } from "./order-lines.tsx";
import { Parcels } from "./order-parcels.tsx";
import { MoneyCard } from "./order-payment.tsx";
import { Returns } from "./order-returns.tsx";
import { Timeline } from "./timeline.tsx";

export default function OrderPage() {
  const { id } = useParams({ from: "/inside/orders/$id" });
  const answer = useApiQuery(orderApi.read, { id: id as Order["id"] }, { keepPrevious: false, poll: true }); // the store says whether it is one
  const row = useKnownRow(id);
  return (
    <Loaded title="Order" answer={answer} known={row && { title: row.number, beside: <States of={row} /> }}>
      {/* Of its own for each order: what was typed for one must not be there for the next. */}
      {(of) => <Shown key={of.id} of={of} />}
    </Loaded>
  );
}

/** What the list that one comes from has said of an order: shown until the order itself is there. */
function useKnownRow(id: string): Row | undefined {
  const client = useQueryClient();
  return useMemo(() => {
    const lists = client.getQueriesData<Answer<typeof orderApi.list>>({ queryKey: [orderApi.list.name] });
    return lists.flatMap(([, page]) => page?.items ?? []).find((row) => row.id === id);
  }, [client, id]);
}

/** Back to the list as it was, and on to the orders beside this one: whoever packs forty goes through them one by one. */
function Whereabouts({ of }: { of: Order }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, before, after } = placeInList(of.id);
  useEffect(() => {
    if (!after) return;
    const idle = setTimeout(() => void client.prefetchQuery(apiQuery(orderApi.read, { id: after })), 300);
    return () => clearTimeout(idle);
  }, [client, after]);
  const go = (id: Order["id"]) => () => void navigate({ to: "/orders/$id", params: { id } });
  const { nameOf } = useChannels();
  useKeys("Order", [
    ...(after ? [{ keys: "j", does: "Next order of the list", run: go(after) }] : []),
    ...(before ? [{ keys: "k", does: "Order before it in the list", run: go(before) }] : []),
  ]);
  return (
    <Group justify="space-between" mt={-12} mih={28} wrap="nowrap">
      <Text size="sm" c="dimmed">
        <TextLink to="/orders" search={search} inherit underline="always">
          Orders
        </TextLink>{" "}
        · placed <When at={of.createdAt} within />
        {of.channel && ` · ${nameOf(of.channel)}`}
      </Text>
      {(before || after) && (
        <Group gap={4} wrap="nowrap">
          <Beside id={before} label="Order before it in the list" icon={<IconChevronLeft size={16} />} />
          <Beside id={after} label="Next order of the list" icon={<IconChevronRight size={16} />} />
        </Group>
      )}
    </Group>
  );
}

function Beside({ id, label, icon }: { id: Order["id"] | undefined; label: string; icon: ReactNode }) {
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

function States({ of }: { of: Pick<Order, "status" | "paymentStatus"> }) {
  const { user } = useSession();
  return (
    <Group gap={6}>
      <StatusBadge of={of.status} />
      {!user.vendor && <PaymentBadge of={of.paymentStatus} />}
    </Group>
  );
}

function Shown({ of }: { of: Order }) {
  const { user, can } = useSession();
  // The order itself first; its story is drawn while somebody reads.
  const withStory = useDeferredValue(true, false);
  return (
    <Page title={of.number} beside={<States of={of} />} actions={!user.vendor && <OrderActions of={of} />}>
      <Whereabouts of={of} />
      {of.status === "cancelled" && (
        <Alert color="gray" title="This order is cancelled">
          <When at={of.cancelledAt} />
          {of.cancelReason && `: ${of.cancelReason}`}
        </Alert>
      )}
      <div className={classes["parts"]}>
        <Stack gap="md">
          <Lines of={of} />
          <Parcels of={of} />
          <Returns of={of} />
        </Stack>
        <Stack gap="md" className={classes["side"]}>
          {of.totals && <MoneyCard of={of} />}
          {of.contact && <Customer of={of} />}
        </Stack>
        {can(orderApi.timeline) && <div>{withStory && <Timeline of={of} />}</div>}
      </div>
    </Page>
  );
}
