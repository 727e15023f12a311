/** The form of an order's contact and shipping address. */
import { Alert, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { setApiQueryData } from "../api/hooks.ts";
import { AddressFields, addressInput, addressValues } from "../ui/forms/address-fields.tsx";
import { PhoneInput, phoneInput, withPhoneInFull } from "../ui/forms/phone-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { paymentBadges, statusBadges } from "./labels.ts";
import type { Order } from "./types.ts";

export default function DetailsForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={orderApi.editDetails}
      initialValues={detailValues(order)}
      toInput={({ email, name, phone, address }) => ({
        id: order.id,
        email,
        name,
        phone: phoneInput(phone) || null,
        address: addressInput(address),
      })}
      complete={withPhoneInFull}
      versioned={{ version: order.version, current: order, describe: describeDetails }}
      successMessage={({ number }) => `${number} saved`}
      onSuccess={(answer) => setApiQueryData(client, orderApi.read, { id: order.id }, answer)}
      submitLabel="Save"
      onClose={onClose}
    >
      {({ getInputProps, values }) => (
        <>
          {isLabelled(order) && (
            <Alert color="orange" p="xs">
              <Text size="sm">
                A label is already booked, and a change here does not change it. To send the parcel elsewhere, undo the
                shipment and book a new label.
              </Text>
            </Alert>
          )}
          <TextInput label="Name" autoComplete="off" data-autofocus {...getInputProps("name")} />
          <TextInput label="Email" type="email" autoComplete="off" {...getInputProps("email")} />
          <PhoneInput values={values} getInputProps={getInputProps} />
          <AddressFields getInputProps={getInputProps} />
        </>
      )}
    </RecordForm>
  );
}

const isLabelled = ({ parcels }: Order): boolean =>
  parcels.some(({ mode, status }) => mode !== null && (status === "booking" || status === "shipped"));

const detailValues = ({ contact, address }: Order) => ({
  email: contact?.email ?? "",
  name: contact?.name ?? "",
  phone: contact?.phone ?? "",
  address: addressValues(address),
});

const describeDetails = ({ contact, address, status, paymentStatus }: Order): Record<string, string> => ({
  Name: contact?.name ?? "",
  Email: contact?.email ?? "",
  Phone: contact?.phone ?? "",
  Address: address ? Object.values(address).join(", ") : "",
  Status: statusBadges[status][0],
  Payment: paymentBadges[paymentStatus][0],
});
