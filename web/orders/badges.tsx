import type { PaymentStatus, Status } from "#core/contract/order";
import { Badge } from "../ui/badge.tsx";
import { paymentBadges, statusBadges } from "./labels.ts";

export function StatusBadge({ status }: { status: Status }) {
  const [label, color] = statusBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const [label, color] = paymentBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

export function BackorderBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return <Badge color="red">{units} backordered</Badge>;
}
