import { Badge } from "../ui/badge.tsx";
import { statusBadges } from "./labels.ts";
import type { ProductStatus } from "./types.ts";

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const [label, color] = statusBadges[status];
  return <Badge color={color}>{label}</Badge>;
}
