import { Tag } from "../ui/tag.tsx";
import { type Status, statusLook } from "./words.ts";

export function StatusBadge({ of }: { of: Status }) {
  const [label, color] = statusLook[of];
  return <Tag color={color}>{label}</Tag>;
}
