import { Group, Text } from "@mantine/core";
import { Badge } from "../ui/badge.tsx";
import { skipLabels, statusBadges } from "./labels.ts";
import type { Message } from "./types.ts";

interface Props {
  readonly message: Pick<Message, "status" | "why">;
  /** Whether there is room for why it was not sent. */
  readonly withReason?: boolean;
}

export function MessageBadge({ message: { status, why }, withReason = false }: Props) {
  const [label, color] = statusBadges[status];
  const badge = <Badge color={color}>{label}</Badge>;
  if (!withReason || !why) return badge;
  return (
    <Group gap="0 6px" display="inline-flex">
      {badge}
      <Text span size="xs" c="dimmed">
        {skipLabels[why]}
      </Text>
    </Group>
  );
}
