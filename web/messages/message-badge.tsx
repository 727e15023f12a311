import { Badge } from "../ui/badge.tsx";
import { statusBadges } from "./labels.ts";
import type { Message } from "./types.ts";

export function MessageBadge({ message: { status } }: { message: Pick<Message, "status"> }) {
  const [label, color] = statusBadges[status];
  return <Badge color={color}>{label}</Badge>;
}
