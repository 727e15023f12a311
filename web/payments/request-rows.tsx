/** The payment pages at gateways that the customer was sent. */
import { Stack, Text } from "@mantine/core";
import type { Order } from "../orders/types.ts";
import { CallStory } from "../providers/call-story.tsx";
import { providerLabel } from "../providers/labels.ts";
import type { Call } from "../providers/types.ts";
import { CopyField } from "../ui/copy.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { requestBadges } from "./labels.ts";
import { MoneyRowHead } from "./money-row-head.tsx";
import classes from "./payments.module.css";
import type { PaymentRequest } from "./types.ts";

interface Props {
  readonly order: Order;
  readonly callsOf: (id: string) => readonly Call[];
}

export function RequestRows({ order, callsOf }: Props) {
  return order.paymentRequests.map((request) => (
    <RequestRow key={request.id} request={request} calls={callsOf(request.id)} />
  ));
}

function RequestRow({ request, calls }: { request: PaymentRequest; calls: readonly Call[] }) {
  const { status, amount, gateway, mode, url, says, expiresAt, by, at } = request;
  const isExpired = status === "open" && expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const badge = isExpired ? (["Expired", "gray"] as const) : requestBadges[status];
  return (
    <Stack gap={4} className={classes["row"] ?? ""} data-request={status}>
      <MoneyRowHead status={badge} mode={mode} amount={amount} dimmed={status !== "open" || isExpired} />
      {status === "open" && !isExpired && url && <CopyField label="Payment link" value={url} />}
      {says && (
        <Text size="sm" className={classes["words"] ?? ""}>
          {says}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {providerLabel(gateway)} · <DateTime value={at} />, {by}
        {expiresAt && status === "open" && (
          <>
            {isExpired ? " · expired " : " · expires "}
            <DateTime value={expiresAt} inSentence />
          </>
        )}
      </Text>
      {calls.map((call) => (
        <CallStory key={call.id} call={call} />
      ))}
    </Stack>
  );
}
