/** Undoes a parcel that has not left. A carrier's label is cancelled first, unless the user chooses not to wait. */
import { Checkbox, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { providerLabel } from "../providers/labels.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { useUrlState } from "../ui/url-state.ts";

interface Props {
  readonly order: Order;
  readonly parcel: Parcel;
  readonly number: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function UnshipParcel({ order, parcel, number, opened, onClose }: Props) {
  const client = useQueryClient();
  const [, setSearch] = useUrlState();
  const [keepLabel, setKeepLabel] = useState(false);
  const unship = useApiMutation(parcelApi.unship, {
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      onClose();
      setSearch({ open: undefined }, { close: true });
      const isStillThere = answer.parcels.some(({ id }) => id === parcel.id);
      toastSuccess(isStillThere ? "The carrier was asked to cancel the label." : `Shipment of parcel ${number} undone`);
    },
  });
  const hasLabel = parcel.mode !== null;
  const carrier = providerLabel(parcel.carrier);
  return (
    <ConfirmDialog
      title={`Undo the shipment of parcel ${number}?`}
      opened={opened}
      onClose={() => {
        unship.reset();
        onClose();
      }}
      confirmLabel={hasLabel && !keepLabel ? "Cancel label" : "Undo shipment"}
      onConfirm={() =>
        unship.mutate({
          id: order.id,
          parcelId: parcel.id,
          ...((keepLabel || parcel.status === "voiding") && { keepLabel: true }),
        })
      }
      mutation={unship}
    >
      <Text size="sm">
        Use this if the parcel has not left. Its items go back into stock, allocated to this order, and the parcel is
        deleted.{" "}
        {parcel.status === "voiding"
          ? `${carrier} has not confirmed yet that the label is cancelled. The shipment is undone all the same.`
          : hasLabel && `${carrier} will be asked to cancel the label first.`}
      </Text>
      {hasLabel && parcel.status !== "voiding" && (
        <Checkbox
          label="Undo the shipment without cancelling the label"
          description={`${carrier} may charge for it.`}
          checked={keepLabel}
          onChange={(event) => setKeepLabel(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
