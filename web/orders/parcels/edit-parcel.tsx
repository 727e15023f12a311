import { Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "../../../core/contract/order.ts";
import * as parcelApi from "../../../core/contract/parcel.ts";
import { setApiQueryData } from "../../api/hooks.ts";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { toastSuccess } from "../../ui/toast.tsx";
import type { Order, Parcel } from "../types.ts";

interface Props {
  readonly order: Order;
  readonly parcel: Parcel;
  readonly number: number;
  readonly onClose: () => void;
}

export default function EditParcel({ order, parcel, number, onClose }: Props) {
  const client = useQueryClient();
  const form = useApiForm(parcelApi.edit, {
    initialValues: {
      service: parcel.service ?? "",
      trackingNumber: parcel.trackingNumber ?? "",
      trackingUrl: parcel.trackingUrl ?? "",
      labelUrl: parcel.labelUrl ?? "",
    },
    toInput: ({ service, trackingNumber, trackingUrl, labelUrl }) => ({
      id: order.id,
      parcelId: parcel.id,
      service: service.trim() || null,
      trackingNumber: trackingNumber.trim() || null,
      trackingUrl: trackingUrl.trim() || null,
      labelUrl: labelUrl.trim() || null,
    }),
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      toastSuccess(`Parcel ${number} saved`);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Service" {...form.getInputProps("service")} />
        <TextInput label="Tracking number" {...form.getInputProps("trackingNumber")} />
        <TextInput label="Tracking link" type="url" {...form.getInputProps("trackingUrl")} />
        <TextInput label="Label link" type="url" {...form.getInputProps("labelUrl")} />
        <FormFooter form={form} submitLabel="Save" onCancel={onClose} />
      </Stack>
    </form>
  );
}
