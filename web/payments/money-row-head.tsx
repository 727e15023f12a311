import { Group, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { TestModeBadge } from "../providers/badges.tsx";
import { Badge } from "../ui/badge.tsx";
import { Amount } from "../ui/format/format.tsx";

interface Props {
  /** The label and the color of its status. */
  readonly status: readonly [label: string, color: string];
  readonly mode: ComponentProps<typeof TestModeBadge>["mode"];
  readonly amount: ComponentProps<typeof Amount>["value"];
  /** True if no money has moved, or will. */
  readonly dimmed: boolean;
}

/** The first line of a payment request or a refund. */
export function MoneyRowHead({ status: [label, color], mode, amount, dimmed }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" align="start" gap="xs">
      <Group gap={6}>
        <Badge color={color}>{label}</Badge>
        <TestModeBadge mode={mode} />
      </Group>
      <Text size="sm">
        <Amount value={amount} dimmed={dimmed} />
      </Text>
    </Group>
  );
}
