/** Payments that customers dispute with their bank. Disputes are answered at the gateway. */
import { Group, Stack, Text } from "@mantine/core";
import { providerLabel } from "../providers/labels.ts";
import { Badge } from "../ui/badge.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { disputeBadges, disputeReason } from "./labels.ts";
import classes from "./payments.module.css";
import type { Dispute } from "./types.ts";

export default function DisputeRows({ disputes }: { disputes: readonly Dispute[] }) {
  return disputes.map((dispute) => <DisputeRow key={dispute.id} dispute={dispute} />);
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { status, amount, gateway, reason, moneyTaken, openedAt, closedAt } = dispute;
  const [label, color] = disputeBadges[status];
  return (
    <Stack gap={4} className={classes["row"] ?? ""}>
      <Group justify="space-between" wrap="nowrap" align="start" gap="xs">
        <Badge color={color}>{label}</Badge>
        <Text size="sm">
          <Amount value={amount} />
        </Text>
      </Group>
      <Text size="sm" className={classes["words"] ?? ""}>
        {providerLabel(gateway)}
        {reason && ` · ${disputeReason(reason)}`}
      </Text>
      {status === "open" && (
        <Text size="sm">
          {moneyTaken
            ? `The bank has taken the money back for now. Answer it in ${providerLabel(gateway)}’s dashboard.`
            : `The customer’s bank is asking about it; no money has moved. Answer it in ${providerLabel(gateway)}’s dashboard.`}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Opened <DateTime value={openedAt} inSentence />
        {closedAt && (
          <>
            , closed <DateTime value={closedAt} inSentence />
          </>
        )}
      </Text>
    </Stack>
  );
}
