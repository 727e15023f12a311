import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { setApiQueryData } from "../api/hooks.ts";
import { Panel } from "../ui/drawer.tsx";
import { AddressFields, addressAsked, addressTyped } from "../ui/forms/address-fields.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { type Order, paymentLook, statusLook } from "./labels.ts";

interface Props {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditDetails({ of, opened, close }: Props) {
  const client = useQueryClient();
  return (
    <Panel title="Correct the details" opened={opened} onClose={close} size="md">
      <RecordForm
        op={orderApi.editDetails}
        from={detailsOf(of)}
        asked={({ email, name, phone, address: typed }) => ({
          id: of.id,
          email,
          name,
          phone: phone.replaceAll(/[\s()-]/g, "") || null,
          address: addressAsked(typed),
        })}
        shared={{ version: of.version, now: of, facts: detailFacts }}
        says={({ number }) => `${number} corrected`}
        onDone={(answer) => setApiQueryData(client, orderApi.read, { id: of.id }, answer)}
        label="Save"
        close={close}
      >
        {({ getInputProps }) => (
          <>
            <TextInput label="Name" autoComplete="off" data-autofocus {...getInputProps("name")} />
            <TextInput label="E-mail" type="email" autoComplete="off" {...getInputProps("email")} />
            <TextInput label="Phone" type="tel" placeholder="+919876543210" {...getInputProps("phone")} />
            <AddressFields getInputProps={getInputProps} />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

const detailsOf = ({ contact, address }: Order) => ({
  email: contact?.email ?? "",
  name: contact?.name ?? "",
  phone: contact?.phone ?? "",
  address: addressTyped(address),
});

const detailFacts = ({ contact, address, status, paymentStatus }: Order): Record<string, string> => ({
  Name: contact?.name ?? "",
  "E-mail": contact?.email ?? "",
  Phone: contact?.phone ?? "",
  Address: address ? Object.values(address).join(", ") : "",
  Status: statusLook[status][0],
  Payment: paymentLook[paymentStatus][0],
});
