/** Where stock lies, in the order in which orders take from it. */
import { Checkbox, Group, NumberInput, Text, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit";
import * as locationApi from "#core/contract/location";
import { Tag } from "../ui/badge.tsx";
import { AddressFields, addressIfAny, addressTyped } from "../ui/forms/address-fields.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { numberIn, type Typed } from "../ui/forms/parse-input.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { TextLink } from "../ui/links.tsx";
import { archivedToo, RecordList } from "../ui/records/record-list.tsx";
import { Remove } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type Location = Answer<typeof locationApi.read>;

const columns: readonly Column<Location>[] = [
  { id: "name", title: "Location", cell: ({ name }) => name },
  { id: "code", title: "Code", plain: true, cell: ({ code }) => code },
  { id: "priority", title: "Priority", align: "right", cell: ({ priority }) => priority },
  {
    id: "state",
    title: "State",
    plain: true,
    cell: ({ active, isDefault, archivedAt }) => (
      <Group gap={4} component="span">
        {archivedAt ? <Tag color="orange">Archived</Tag> : !active && <Tag color="gray">Closed</Tag>}
        {isDefault && <Tag color="green">Default</Tag>}
      </Group>
    ),
  },
  { id: "city", title: "City", plain: true, cell: ({ address }) => address?.city ?? "" },
];

export default function Locations() {
  const filters = useFilters(archivedToo);
  return (
    <RecordList
      title="Locations"
      one="location"
      ops={locationApi}
      isId={idParam("loc")}
      pages={usePages(locationApi.list, filters.values)}
      columns={columns}
      filters={filters}
      purpose="Goods lie somewhere: open the first one."
      told={({ name }) => name}
      fresh={(close) => <NewLocation close={close} />}
      leads={({ id }) => (
        <TextLink to="/stock/levels" search={{ locationId: id }} size="sm">
          What lies here
        </TextLink>
      )}
    >
      {(record, close) => <EditLocation of={record} close={close} />}
    </RecordList>
  );
}

const valuesOf = ({ code, name, priority, isDefault, active, address }: Omit<Location, "id" | "createdAt">) => ({
  code,
  name,
  priority: priority as Typed,
  isDefault,
  active,
  address: addressTyped(address),
});

type Values = ReturnType<typeof valuesOf>;

const asked = ({ code, name, priority, isDefault, address }: Values) => ({
  code,
  name,
  ...(isDefault && { isDefault }),
  priority: numberIn(priority),
  address: addressIfAny(address),
});

const noLocation = {
  code: "",
  name: "",
  priority: 100,
  isDefault: false,
  active: true,
  address: null,
  archivedAt: null,
};

function NewLocation({ close }: { close: () => void }) {
  return (
    <RecordForm
      op={locationApi.create}
      from={valuesOf(noLocation)}
      asked={asked}
      says={({ name }) => `${name} opened`}
      label="Open the location"
      isNew
      close={close}
    >
      {({ getInputProps }) => <LocationFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function EditLocation({ of, close }: { of: Location; close: () => void }) {
  if (of.archivedAt !== null) return <Text size="sm">{of.name} is archived: orders and movements still name it.</Text>;
  return (
    <RecordForm
      op={locationApi.edit}
      from={valuesOf(of)}
      asked={(values) => ({ id: of.id, active: values.active, ...asked(values) })}
      says={({ name }) => `${name} saved`}
      label="Save"
      close={close}
      below={
        !of.isDefault && (
          <Remove
            op={locationApi.remove}
            id={of.id}
            name={of.name}
            says="It has to be empty. One that stock or orders refer to is archived instead."
            onDone={close}
          />
        )
      }
    >
      {({ getInputProps }) => (
        <>
          <LocationFields getInputProps={getInputProps} isDefault={of.isDefault} />
          {!of.isDefault && (
            <Checkbox
              label="Open"
              description="Nothing is taken from a closed one, and nothing may come in. One that holds or owes stock stays open."
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
  readonly isDefault?: boolean;
}

function LocationFields({ getInputProps, isDefault = false }: FieldsProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
      <Group grow align="start" gap="sm">
        <TextInput label="Code" placeholder="MAIN" {...getInputProps("code")} />
        <NumberInput label="Priority" min={0} allowDecimal={false} {...getInputProps("priority")} />
      </Group>
      <Text size="xs" c="dimmed" mt={-6}>
        Orders take stock from the lowest number first.
      </Text>
      <Checkbox
        label="The default"
        description={
          isDefault
            ? "Make another one the default to end this."
            : "Returned goods go here, unless somebody says otherwise."
        }
        disabled={isDefault}
        {...getInputProps("isDefault", { type: "checkbox" })}
      />
      <AddressFields getInputProps={getInputProps} />
    </>
  );
}
