import { Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData } from "../api/hooks.ts";
import { Panel } from "../ui/drawer.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { sayDone } from "../ui/toast.tsx";
import type { Order } from "./labels.ts";

interface Props {
  readonly of: Order;
  readonly parcel: Order["parcels"][number];
  readonly number: number;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditParcel(props: Props) {
  return (
    <Panel title={`Parcel ${props.number}`} opened={props.opened} onClose={props.close} size="md">
      <Form {...props} />
    </Panel>
  );
}

function Form({ of, parcel: shown, number, close }: Props) {
  const client = useQueryClient();
  const form = useActForm(parcelApi.edit, {
    from: {
      service: shown.service ?? "",
      trackingNumber: shown.trackingNumber ?? "",
      trackingUrl: shown.trackingUrl ?? "",
      labelUrl: shown.labelUrl ?? "",
    },
    asked: ({ service, trackingNumber, trackingUrl, labelUrl }) => ({
      id: of.id,
      parcelId: shown.id,
      service: service.trim() || null,
      trackingNumber: trackingNumber.trim() || null,
      trackingUrl: trackingUrl.trim() || null,
      labelUrl: labelUrl.trim() || null,
    }),
    onDone: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer);
      sayDone(`Parcel ${number} corrected`);
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Service" {...form.getInputProps("service")} />
        <TextInput label="Tracking number" {...form.getInputProps("trackingNumber")} />
        <TextInput label="Tracking link" type="url" {...form.getInputProps("trackingUrl")} />
        <TextInput label="Link to the label" type="url" {...form.getInputProps("labelUrl")} />
        <FormEnd form={form} label="Save" onCancel={close} />
      </Stack>
    </form>
  );
}
