import { Badge } from "@mantine/core";
import type { PaymentStatus, Status } from "#core/contract/order";
import { paymentLook, statusLook } from "./words.ts";

const asWritten = { tt: "none", fw: 550 } as const;

export function StatusBadge({ of }: { of: Status }) {
  const [label, color] = statusLook[of];
  return (
    <Badge variant="light" color={color} {...asWritten}>
      {label}
    </Badge>
  );
}

export function PaymentBadge({ of }: { of: PaymentStatus }) {
  const [label, color] = paymentLook[of];
  return (
    <Badge variant="light" color={color} {...asWritten}>
      {label}
    </Badge>
  );
}

export function WaitingBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return (
    <Badge variant="light" color="red" {...asWritten}>
      {units} waiting for stock
    </Badge>
  );
}
