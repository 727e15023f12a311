/** For a label with an unknown outcome: a person checks with the carrier and records it. */
import { Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { providerLabel } from "../providers/labels.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { toastSuccess } from "../ui/toast.tsx";

interface Props {
  readonly order: Order;
  readonly parcel: Parcel;
  readonly happened: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DecideParcel({ order, parcel, happened, opened, onClose }: Props) {
  const client = useQueryClient();
  const [trackingNumber, setTrackingNumber] = useState("");
  const [bookingId, setBookingId] = useState("");
  useUnsaved(() => opened && `${trackingNumber}${bookingId}`.trim() !== "");
  const decide = useApiMutation(parcelApi.decide, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      toastSuccess("Recorded");
      onClose();
    },
  });
  const isBooking = parcel.status === "booking";
  const carrier = providerLabel(parcel.carrier);
  const questions = isBooking
    ? ["The label was created?", "The label was not created?"]
    : ["The label was cancelled?", "The label was not cancelled?"];
  const [yes = "", no = ""] = questions;
  return (
    <ConfirmDialog
      title={happened ? yes : no}
      opened={opened}
      onClose={() => {
        decide.reset();
        onClose();
      }}
      confirmLabel={(happened ? yes : no).slice(0, -1)}
      {...(!happened && isBooking && { color: "red" })}
      mutation={decide}
      onConfirm={() =>
        decide.mutate({
          id: order.id,
          parcelId: parcel.id,
          happened,
          ...(happened && isBooking && trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
          ...(happened && isBooking && bookingId.trim() && { bookingId: bookingId.trim() }),
        })
      }
    >
      <Text size="sm">
        Look for{" "}
        <Text span inherit ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
          {parcel.id}
        </Text>{" "}
        in {carrier}’s dashboard first. The store relies on what you record here, and it cannot be undone.
      </Text>
      {happened && isBooking && (
        <>
          <TextInput
            label="Tracking number of the label"
            data-autofocus
            maxLength={100}
            value={trackingNumber}
            onChange={(event) => setTrackingNumber(event.currentTarget.value)}
          />
          <TextInput
            label={`ID of the shipment at ${carrier} (optional)`}
            description="If the dashboard shows one. The label may be found only by it."
            maxLength={255}
            value={bookingId}
            onChange={(event) => setBookingId(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
