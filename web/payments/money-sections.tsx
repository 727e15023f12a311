/** Below an order's totals: its refunds, payment requests and disputes, each with its requests to the gateway. */
import { Divider, Skeleton } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import type { Order } from "../orders/types.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { RefundRows } from "./refund-rows.tsx";
import { RequestRows } from "./request-rows.tsx";
import { useOrderCalls } from "./use-order-calls.ts";

/** Few orders have one. */
const DisputeRows = lazyPart(() => import("./dispute-rows.tsx"));

export function MoneySections({ order }: { order: Order }) {
  const calls = useOrderCalls(order);
  const callsOf = (id: string) => calls.get(id) ?? [];
  return (
    <>
      <Section title="Refunds" count={order.refunds.length}>
        <RefundRows order={order} callsOf={callsOf} />
      </Section>
      <Section title="Payment requests" count={order.paymentRequests.length}>
        <RequestRows order={order} callsOf={callsOf} />
      </Section>
      <Section title="Disputes" count={order.disputes.length}>
        <Suspense fallback={<Skeleton height={80} />}>
          <DisputeRows disputes={order.disputes} />
        </Suspense>
      </Section>
    </>
  );
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <>
      <Divider my={2} label={title} labelPosition="left" />
      {children}
    </>
  );
}
