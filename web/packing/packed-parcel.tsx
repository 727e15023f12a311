/** A parcel that has just been sent: its label, and what comes next. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { awaitsLabel } from "../shipping/awaits-label.ts";
import { PrintLabel } from "../shipping/print-label.tsx";
import { moneyText } from "../ui/format/money.ts";

const polled = [orderApi.read];

interface Props {
  readonly order: Order;
  readonly parcel: Parcel;
  readonly onNext: () => void;
}

export function PackedParcel({ order, parcel, onNext }: Props) {
  const isBooking = parcel.status === "booking";
  const waitsForLabel = awaitsLabel(parcel);
  useRefetchWhile(isBooking || waitsForLabel ? order.id : "", polled);
  const says = [parcel.courier, parcel.trackingNumber, parcel.cost && moneyText(parcel.cost)].filter((part) => part);
  return (
    <Stack gap="sm">
      <Alert
        color={isBooking ? "yellow" : "green"}
        title={isBooking ? "The label is being booked" : parcel.mode === null ? "Shipped" : "The label is booked"}
        role="status"
      >
        {isBooking ? "The carrier has not answered yet. You can pack the next order meanwhile." : says.join(", ")}
      </Alert>
      {waitsForLabel && (
        <Text size="sm" role="status">
          The label is being fetched.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {parcel.label === null
          ? "Scan the next slip."
          : "Scan this slip again to print the label, or the next slip to go on."}
      </Text>
      <Group gap="xs">
        <PrintLabel order={order} parcel={parcel} />
        <PrintLabel order={order} parcel={parcel} document="customsDocuments" variant="default" />
        <Button variant="default" onClick={onNext}>
          Next parcel
        </Button>
      </Group>
    </Stack>
  );
}
