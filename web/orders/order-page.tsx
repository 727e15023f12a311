/** One order: what was bought and where each unit is, the money, the parcels, who it is for, and its story. */
import { Alert, Box, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as order from "#core/contract/order";
import { useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { When } from "../ui/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { PaymentBadge, StatusBadge } from "./badges.tsx";
import { OrderActions } from "./order-actions.tsx";
import { Customer } from "./order-customer.tsx";
import { Lines } from "./order-lines.tsx";
import { MoneyCard } from "./order-money.tsx";
import classes from "./order-page.module.css";
import { Parcels } from "./order-parcels.tsx";
import { Returns } from "./order-returns.tsx";
import { Timeline } from "./timeline.tsx";
import type { Order } from "./words.ts";

export default function OrderPage() {
  const { id } = useParams({ from: "/inside/orders/$id" });
  const answer = useAnswer(order.read, { id: id as Order["id"] }, { keep: false, live: true }); // the store says whether it is one
  if (answer.data) return <Shown of={answer.data} />;
  return (
    <Page title={answer.error ? "Order" : "…"}>
      {answer.error ? (
        <Problem of={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Box aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={180} radius="md" />
        </Box>
      )}
    </Page>
  );
}

function Shown({ of }: { of: Order }) {
  const { who, may } = useSession();
  return (
    <Page
      title={of.number}
      beside={
        <Group gap={6}>
          <StatusBadge of={of.status} />
          {!who.vendor && <PaymentBadge of={of.paymentStatus} />}
        </Group>
      }
      actions={!who.vendor && <OrderActions of={of} />}
    >
      <Text size="sm" c="dimmed" mt={-12}>
        <TextLink to="/orders" inherit underline="always">
          Orders
        </TextLink>{" "}
        · placed <When at={of.createdAt} />
        {of.channel && ` · ${of.channel}`}
      </Text>
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
        {may(order.timeline) && (
          <div>
            <Timeline of={of} />
          </div>
        )}
      </div>
    </Page>
  );
}
