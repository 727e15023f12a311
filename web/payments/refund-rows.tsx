/** The refunds of an order. Only successful ones are called refunded. */
import { Button, Stack, Text } from "@mantine/core";
import * as paymentApi from "#core/contract/payment";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Order } from "../orders/types.ts";
import { CallStory } from "../providers/call-story.tsx";
import { providerLabel } from "../providers/labels.ts";
import type { Call } from "../providers/types.ts";
import { DateTime } from "../ui/format/format.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { pendingText, refundBadges } from "./labels.ts";
import { MoneyRowHead } from "./money-row-head.tsx";
import classes from "./payments.module.css";
import type { Refund } from "./types.ts";

interface Props {
  readonly order: Order;
  readonly callsOf: (id: string) => readonly Call[];
}

export function RefundRows({ order, callsOf }: Props) {
  return order.refunds.map((refund) => (
    <RefundRow key={refund.id} order={order} refund={refund} calls={callsOf(refund.id)} />
  ));
}

function RefundRow({ order, refund, calls }: { order: Order; refund: Refund; calls: readonly Call[] }) {
  const { status, amount, gateway, mode, gatewayRefundId, reason, madeElsewhere, by, at } = refund;
  return (
    <Stack gap={4} className={classes["row"] ?? ""} data-refund={status}>
      <MoneyRowHead status={refundBadges[status]} mode={mode} amount={amount} dimmed={status !== "succeeded"} />
      <Text size="sm" className={classes["words"] ?? ""}>
        {providerLabel(gateway)}
        {gatewayRefundId && ` · ${gatewayRefundId}`}
        {reason && ` · ${reason}`}
      </Text>
      <Words refund={refund} calls={calls} />
      {status === "failed" && <Dismiss order={order} refund={refund} />}
      <Text size="xs" c="dimmed">
        <DateTime value={at} />, {madeElsewhere ? `created in ${providerLabel(gateway)}’s dashboard` : by}
      </Text>
      {calls.map((call) => (
        <CallStory key={call.id} call={call} />
      ))}
    </Stack>
  );
}

/** Dismisses a failed refund: it is shown on Home until it is made again or dealt with otherwise. */
function Dismiss({ order, refund }: { order: Order; refund: Refund }) {
  const { can } = useSession();
  const dismiss = useApiMutation(paymentApi.dismissRefund, {
    onSuccess: () => toastSuccess(`${order.number} is no longer listed for this refund`),
  });
  const isLast = order.refunds.at(-1)?.id === refund.id;
  if (!isLast || refund.dismissedAt !== null || !can(paymentApi.dismissRefund)) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate({ id: order.id, refundId: refund.id })}
      style={{ alignSelf: "start" }}
    >
      Dismiss
    </Button>
  );
}

/** Why it failed, or why its outcome is not known. */
function Words({ refund, calls }: { refund: Refund; calls: readonly Call[] }) {
  const { status, says } = refund;
  if (status === "succeeded") return null;
  if (status === "pending") {
    return (
      <Text size="sm" c="dimmed">
        {pendingText(refund)}
      </Text>
    );
  }
  const unknown = calls.find((call) => call.status === "unknown");
  if (status === "unknown" && unknown?.needsDecision) return null;
  const words = says ?? unknown?.says ?? null;
  return (
    <Text size="sm" className={classes["words"] ?? ""}>
      {words ?? (status === "failed" ? "The gateway gave no reason." : "It may have gone through.")}
      {status === "unknown" && " The store is checking, and treats it as refunded until then."}
    </Text>
  );
}
