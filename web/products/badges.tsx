import { Tag } from "../ui/badge.tsx";
import { type Status, statusLook } from "./labels.ts";

export function StatusBadge({ of }: { of: Status }) {
  const [label, color] = statusLook[of];
  return <Tag color={color}>{label}</Tag>;
}
