import type { PaymentStatus, Status } from "#core/contract/order";
import { Tag } from "../ui/badge.tsx";
import { paymentLook, statusLook } from "./labels.ts";

export function StatusBadge({ of }: { of: Status }) {
  const [label, color] = statusLook[of];
  return <Tag color={color}>{label}</Tag>;
}

export function PaymentBadge({ of }: { of: PaymentStatus }) {
  const [label, color] = paymentLook[of];
  return <Tag color={color}>{label}</Tag>;
}

export function WaitingBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return <Tag color="red">{units} waiting for stock</Tag>;
}
