import { Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as order from "#core/contract/order";
import { remember } from "../api/hooks.ts";
import { AddressFields, addressAsked, addressTyped } from "../ui/address-fields.tsx";
import { FormEnd, Stale, useActForm, useBegan } from "../ui/form.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import type { Order } from "./words.ts";

interface Props {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditDetails({ of, opened, close }: Props) {
  return (
    <Panel title="Correct the details" opened={opened} onClose={close} size="md">
      <Form of={of} close={close} />
    </Panel>
  );
}

function Form({ of, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const form = useActForm(order.editDetails, {
    from: detailsOf(of),
    asked: ({ email, name, phone, address: typed }) => ({
      id: of.id,
      email,
      name,
      phone: phone.replaceAll(/[\s()-]/g, "") || null,
      address: addressAsked(typed),
    }),
    version: of.version,
    onDone: (answer) => {
      remember(client, order.read, { id: of.id }, answer);
      sayDone(`${of.number} corrected`);
      close();
    },
  });
  const base = useBegan(of, form.isDirty());
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Stale
          error={form.act.error}
          base={base}
          now={of}
          facts={detailFacts}
          onKeepMine={() => form.goOver(of.version)}
          onTakeTheirs={() => form.take(detailsOf(of))}
        />
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps("name")} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps("email")} />
        <TextInput label="Phone" type="tel" placeholder="+919876543210" {...form.getInputProps("phone")} />
        <AddressFields getInputProps={form.getInputProps} />
        <FormEnd form={form} label="Save" onCancel={close} />
      </Stack>
    </form>
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
  Status: status,
  Payment: paymentStatus,
});
