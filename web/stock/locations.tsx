/** The locations that hold stock, in the order in which orders take it from them. */
import { Checkbox, Group, Text, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as locationApi from "#core/contract/location";
import { useSession } from "../api/session.tsx";
import { useCarriers } from "../shipping/use-carriers.ts";
import { Badge } from "../ui/badge.tsx";
import { AddressFields, addressValues, newAddress, optionalAddressInput } from "../ui/forms/address-fields.tsx";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import { PhoneInput, phoneInput, withPhoneInFull } from "../ui/forms/phone-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { archivedFilter, RecordList } from "../ui/records/record-list.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/columns.ts";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type Location = Answer<typeof locationApi.read>;

const columns: readonly Column<Location>[] = [
  { id: "name", title: "Location", cell: ({ name }) => name },
  { id: "code", title: "Code", unlabeled: true, cell: ({ code }) => code },
  { id: "priority", title: "Priority", align: "right", cell: ({ priority }) => priority },
  {
    id: "state",
    title: "Status",
    unlabeled: true,
    cell: ({ active, isDefault, archivedAt }) => (
      <Group gap={4} component="span">
        {archivedAt ? <Badge color="orange">Archived</Badge> : !active && <Badge color="gray">Closed</Badge>}
        {isDefault && <Badge color="green">Default</Badge>}
      </Group>
    ),
  },
  { id: "city", title: "City", unlabeled: true, cell: ({ address }) => address?.city ?? "" },
];

export default function Locations() {
  const filters = useFilters(archivedFilter);
  return (
    <RecordList
      title="Locations"
      noun="location"
      operations={locationApi}
      parseId={idParam("loc")}
      pages={usePaginatedQuery(locationApi.list, filters.values)}
      columns={columns}
      filters={filters}
      emptyText="A location is where you keep stock: a shop, a warehouse, a spare room."
      describe={({ name }) => name}
      renderNew={(onClose) => <NewLocation onClose={onClose} />}
      renderLinks={({ id }) => (
        <Group gap="md">
          <TextLink to="/stock/levels" search={{ locationId: id }} size="sm">
            Stock at this location
          </TextLink>
          <TextLink to="/stock/shelf-labels" search={{ locationId: id }} size="sm">
            Shelf labels
          </TextLink>
        </Group>
      )}
    >
      {(location, onClose) => <EditLocation location={location} onClose={onClose} />}
    </RecordList>
  );
}

const locationValues = ({
  code,
  name,
  priority,
  isDefault,
  active,
  address,
  phone,
  pickupPlaces,
}: Omit<Location, "id" | "createdAt">) => ({
  code,
  name,
  priority: priority as NumberValue,
  isDefault,
  active,
  address: addressValues(address),
  phone: phone ?? "",
  pickupPlaces,
});

type LocationValues = ReturnType<typeof locationValues>;

/** @param country the one that the form started with: alone it is no address. */
const locationInput = (
  { code, name, priority, isDefault, address, phone, pickupPlaces }: LocationValues,
  country = "",
) => ({
  code,
  name,
  ...(isDefault && { isDefault }),
  priority: parseNumber(priority),
  address: optionalAddressInput(address, country),
  phone: phoneInput(phone) || null,
  pickupPlaces: Object.fromEntries(
    Object.entries(pickupPlaces).flatMap(([carrier, place]) => (place.trim() ? [[carrier, place.trim()]] : [])),
  ),
});

const emptyLocation = {
  code: "",
  name: "",
  priority: 100,
  isDefault: false,
  active: true,
  address: null,
  phone: null,
  pickupPlaces: {},
  archivedAt: null,
};

function NewLocation({ onClose }: { onClose: () => void }) {
  const { store } = useSession();
  const address = newAddress(store.language);
  return (
    <RecordForm
      operation={locationApi.create}
      initialValues={{ ...locationValues(emptyLocation), address }}
      toInput={(values) => locationInput(values, address.country)}
      complete={withPhoneInFull}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add location"
      resetOnSuccess
      onClose={onClose}
    >
      {({ getInputProps, values }) => <LocationFields getInputProps={getInputProps} values={values} />}
    </RecordForm>
  );
}

function EditLocation({ location, onClose }: { location: Location; onClose: () => void }) {
  if (location.archivedAt !== null)
    return <Text size="sm">{location.name} is archived. Orders and movements still show it.</Text>;
  return (
    <RecordForm
      operation={locationApi.edit}
      initialValues={locationValues(location)}
      toInput={(values) => ({ id: location.id, active: values.active, ...locationInput(values) })}
      complete={withPhoneInFull}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        !location.isDefault && (
          <RemoveButton
            operation={locationApi.remove}
            id={location.id}
            name={location.name}
            description="It must have no stock. If movements or orders refer to it, it is archived instead."
            onSuccess={onClose}
          />
        )
      }
    >
      {({ getInputProps, values }) => (
        <>
          <LocationFields getInputProps={getInputProps} values={values} isDefault={location.isDefault} />
          {!location.isDefault && (
            <Checkbox
              label="Open"
              description="A closed location neither ships nor receives stock. It can be closed only when it has no stock and no allocations."
              {...getInputProps("active", { type: "checkbox" })}
            />
          )}
        </>
      )}
    </RecordForm>
  );
}

interface FieldsProps {
  readonly getInputProps: GetInputProps;
  readonly values: LocationValues;
  readonly isDefault?: boolean;
}

function LocationFields({ getInputProps, values, isDefault = false }: FieldsProps) {
  const carriers = useCarriers().carriers.filter(({ pickupPlace }) => pickupPlace);
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
      <Group grow align="start" gap="sm">
        <TextInput label="Code" placeholder="MAIN" {...getInputProps("code")} />
        <WholeNumberInput label="Priority" min={0} {...getInputProps("priority")} />
      </Group>
      <Text size="xs" c="dimmed" mt={-6}>
        Orders take stock from the lowest number first.
      </Text>
      <Checkbox
        label="Default"
        description={
          isDefault
            ? "To change this, make another location the default."
            : "Returned items are restocked here unless another location is chosen."
        }
        disabled={isDefault}
        {...getInputProps("isDefault", { type: "checkbox" })}
      />
      <AddressFields getInputProps={getInputProps} />
      <PhoneInput
        values={values}
        getInputProps={getInputProps}
        description="Carriers call this number when they collect."
      />
      {carriers.map(({ code, label }) => (
        <TextInput
          key={code}
          label={`Name of this location at ${label}`}
          description="The name of the pick-up location, exactly as registered there."
          {...getInputProps(`pickupPlaces.${code}`)}
        />
      ))}
    </>
  );
}
