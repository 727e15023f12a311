/**
 * The forms that add and edit a customer. If there are several addresses, the form edits the default one and keeps the
 * others.
 */
import { MultiSelect, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import * as customerApi from "#core/contract/customer";
import * as groupApi from "#core/contract/group";
import type { Answer } from "#core/contract/kit/operation";
import { useFullList } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import {
  AddressFields,
  addressValues,
  emptyAddress,
  newAddress,
  optionalAddressInput,
} from "../ui/forms/address-fields.tsx";
import { PhoneInput, phoneInput, withPhoneInFull } from "../ui/forms/phone-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";

export type Customer = Answer<typeof customerApi.read>;

const emptyCustomer = (language: string) => ({
  name: "",
  email: "",
  phone: "",
  note: "",
  tags: [] as string[],
  groupIds: [] as string[],
  acceptsMarketing: false,
  address: newAddress(language),
});
type Values = ReturnType<typeof emptyCustomer>;

interface Before {
  readonly others: Customer["addresses"];
  /** The marketing consent until now: without a change, they have said nothing. */
  readonly accepted: boolean;
  /** The country that the form started with: alone it is no address. */
  readonly country?: string;
}

function inputOf(
  { phone, note, groupIds, address, acceptsMarketing, ...rest }: Values,
  { others, accepted, country }: Before,
) {
  const given = optionalAddressInput(address, country);
  const kept = others.map((one) => ({ ...one, isDefault: false }));
  return {
    ...rest,
    ...(acceptsMarketing !== accepted && { acceptsMarketing }),
    phone: phoneInput(phone) || null,
    note: note.trim() || null,
    groupIds: groupIds as Customer["groups"][number]["id"][], // the options are group ids
    // The store reports an unknown country.
    addresses: [...(given ? [{ ...given, isDefault: true }] : []), ...kept],
  };
}

/** The API has a list of addresses, of which the form shows the first. */
const fieldNames = Object.fromEntries(
  Object.keys(emptyAddress).map((name) => [`addresses.0.${name}`, `address.${name}`]),
);

interface NewProps {
  readonly onClose: () => void;
  readonly onCreated: (customer: Customer) => unknown;
}

export function NewCustomer({ onClose, onCreated }: NewProps) {
  const { store } = useSession();
  const initialValues = emptyCustomer(store.language);
  const before = { others: [], accepted: false, country: initialValues.address.country };
  return (
    <RecordForm
      operation={customerApi.create}
      initialValues={initialValues}
      toInput={(values) => inputOf(values, before)}
      fieldNames={fieldNames}
      complete={withPhoneInFull}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add customer"
      onSuccess={onCreated}
      onClose={onClose}
    >
      {({ getInputProps, values }) => <CustomerFields getInputProps={getInputProps} values={values} />}
    </RecordForm>
  );
}

export function EditCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [chosen, others] = [
    customer.addresses.find(({ isDefault }) => isDefault) ?? null,
    customer.addresses.filter(({ isDefault }) => !isDefault),
  ];
  const { isDefault: _, ...address } = { isDefault: true, ...addressValues(chosen) }; // as in the API's answer
  return (
    <RecordForm
      operation={customerApi.edit}
      initialValues={{
        name: customer.name,
        email: customer.email ?? "",
        phone: customer.phone ?? "",
        note: customer.note ?? "",
        tags: customer.tags,
        groupIds: customer.groups.map(({ id }): string => id),
        acceptsMarketing: customer.marketing.accepts,
        address,
      }}
      toInput={(values) => ({
        id: customer.id,
        ...inputOf(values, { others, accepted: customer.marketing.accepts }),
      })}
      fieldNames={fieldNames}
      complete={withPhoneInFull}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
    >
      {({ getInputProps, values }) => <CustomerFields getInputProps={getInputProps} values={values} />}
    </RecordForm>
  );
}

function CustomerFields({ getInputProps, values }: { getInputProps: GetInputProps; values: Values }) {
  const groups = useFullList(groupApi.list, {});
  const options = groups.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextInput label="Name" data-autofocus autoComplete="off" {...getInputProps("name")} />
      <TextInput label="Email" type="email" autoComplete="off" {...getInputProps("email")} />
      <PhoneInput values={values} getInputProps={getInputProps} />
      <MultiSelect label="Groups" data={options} searchable clearable {...getInputProps("groupIds")} />
      <TagsInput label="Tags" {...getInputProps("tags")} />
      <AddressFields getInputProps={getInputProps} />
      <Textarea label="Note" description="For staff only." autosize minRows={2} {...getInputProps("note")} />
      <Switch
        label="Accepts marketing emails"
        description="The date of each change is recorded."
        {...getInputProps("acceptsMarketing", { type: "checkbox" })}
      />
    </>
  );
}
