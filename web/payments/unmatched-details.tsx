/** One payment without a matching order: its details and its actions. */
import { Alert, Divider, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as paymentApi from "#core/contract/payment";
import { useSession } from "../api/session.tsx";
import { TestModeBadge } from "../providers/badges.tsx";
import { providerLabel } from "../providers/labels.ts";
import { Badge } from "../ui/badge.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import tableClasses from "../ui/layout/plain-table.module.css";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { TextLink } from "../ui/links/links.tsx";
import DisputeRows from "./dispute-rows.tsx";
import { reasonTexts, unmatchedBadges } from "./labels.ts";
import { MatchForm } from "./match-form.tsx";
import classes from "./payments.module.css";
import { RefundUnmatched } from "./refund-unmatched.tsx";
import type { Unmatched } from "./types.ts";

interface Props {
  /** Undefined while the list is loading, and once it is no longer in the list. */
  readonly payment: Unmatched | undefined;
  readonly onClose: () => void;
}

export function UnmatchedDetails({ payment, onClose }: Props) {
  const { can } = useSession();
  // Once matched or refunded it leaves the list: its last state stays on screen, without buttons.
  const [last, setLast] = useState(payment);
  if (payment && payment !== last) setLast(payment);
  if (!last) return <Text size="sm">This payment is not in this list.</Text>;
  const isOpen = payment?.status === "open";
  return (
    <Stack gap="md">
      <Facts payment={last} />
      <DisputeRows disputes={last.disputes} />
      {last.says && last.status === "open" && (
        <Alert color="red" title="Its refund failed" py="xs">
          <Text size="sm" className={classes["words"] ?? ""}>
            {last.says}
          </Text>
        </Alert>
      )}
      {last.status === "refunding" && payment && (
        <Text size="sm">
          Its refund is in progress.{" "}
          <TextLink to="/payments/requests" search={{ provider: last.gateway }} inherit underline="always">
            Requests to {providerLabel(last.gateway)}
          </TextLink>
        </Text>
      )}
      {isOpen && can(paymentApi.match) && (
        <>
          <Divider />
          <MatchForm payment={payment} onClose={onClose} />
        </>
      )}
      {isOpen && can(paymentApi.refundUnmatched) && (
        <>
          <Divider label="or" />
          <RefundUnmatched payment={payment} />
        </>
      )}
    </Stack>
  );
}

function Facts({ payment }: { payment: Unmatched }) {
  const { amount, gateway, gatewayPaymentId, mode, reason, order, status, receivedAt } = payment;
  return (
    <table className={tableClasses["table"]}>
      <tbody>
        <tr>
          <th scope="row">Status</th>
          <td>
            <Group gap={4}>
              <Badge color={unmatchedBadges[status][1]}>{unmatchedBadges[status][0]}</Badge>
              <TestModeBadge mode={mode} />
            </Group>
          </td>
        </tr>
        <tr>
          <th scope="row">Amount</th>
          <td>
            <Amount value={amount} />
          </td>
        </tr>
        <tr>
          <th scope="row">Gateway</th>
          <td className={classes["words"]}>
            {providerLabel(gateway)}, {gatewayPaymentId}
          </td>
        </tr>
        <tr>
          <th scope="row">Reason</th>
          <td>{reasonTexts[reason]}</td>
        </tr>
        {order && (
          <tr>
            <th scope="row">Order</th>
            <td>
              <EntityLink id={order.id}>{order.number}</EntityLink>
              {status !== "matched" && `, ${moneyText(order.due)} was due then`}
            </td>
          </tr>
        )}
        <tr>
          <th scope="row">Received</th>
          <td>
            <DateTime value={receivedAt} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
