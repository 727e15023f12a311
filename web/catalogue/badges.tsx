import { Badge } from "@mantine/core";
import { type Status, statusLook } from "./words.ts";

export function StatusBadge({ of }: { of: Status }) {
  const [label, color] = statusLook[of];
  return <Small color={color} text={label} />;
}

export const Small = ({ color, text }: { color: string; text: string }) => (
  <Badge component="span" variant="light" color={color} tt="none" fw={550} style={{ cursor: "inherit" }}>
    {text}
  </Badge>
);
