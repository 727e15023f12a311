/** Records a parcel that is delivered in person, or whose label was bought elsewhere. */
import { Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData } from "../api/hooks.ts";
import type { LocationId, Order } from "../orders/types.ts";
import { countText } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { allOf, chosenLines, ParcelLines, packableLines } from "./parcel-lines.tsx";

interface Props {
  readonly order: Order;
  readonly from: LocationId;
  readonly onClose: () => void;
}

export function ShipByHand({ order, from, onClose }: Props) {
  const client = useQueryClient();
  const lines = packableLines(order, from);
  const form = useApiForm(parcelApi.ship, {
    initialValues: { quantities: allOf(lines), service: "", trackingNumber: "", trackingUrl: "", labelUrl: "" },
    toInput: ({ quantities, service, trackingNumber, trackingUrl, labelUrl }) => ({
      id: order.id,
      locationId: from,
      lines: chosenLines(lines, quantities),
      ...(service.trim() && { service }),
      ...(trackingNumber.trim() && { trackingNumber }),
      ...(trackingUrl.trim() && { trackingUrl }),
      ...(labelUrl.trim() && { labelUrl }),
    }),
    fieldNames: { lines: `quantities.${lines[0]?.id}` },
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      const units = answer.parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0);
      toastSuccess(`Parcel shipped: ${countText(units, "unit")}`);
      form.reset();
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <ParcelLines
          lines={lines}
          getInputProps={form.getInputProps}
          onSet={(quantities) => form.setFieldValue("quantities", quantities)}
        />
        {/* Has the focus, because all items are in the parcel by default: a scanner types the number and presses Enter. */}
        <TextInput label="Tracking number" data-autofocus {...form.getInputProps("trackingNumber")} />
        <TextInput label="Service" placeholder="Surface, express …" {...form.getInputProps("service")} />
        <TextInput label="Tracking link" type="url" placeholder="https://" {...form.getInputProps("trackingUrl")} />
        <TextInput label="Label link" type="url" placeholder="https://" {...form.getInputProps("labelUrl")} />
        <FormFooter form={form} submitLabel="Ship parcel" onCancel={onClose} />
      </Stack>
    </form>
  );
}
