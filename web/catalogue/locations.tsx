/** Where stock lies, in the order in which orders take from it. */
import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Answer } from "#core/contract/kit";
import * as location from "#core/contract/location";
import { answerOf } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { AddressFields, addressAsked, noAddress } from "../orders/edit-details.tsx";
import { drawerAt, useDrawerOf } from "../stock/opened.ts";
import { flag, idOf, useDrawer, useFilters } from "../ui/address.ts";
import { FilterBar, FlagFilter } from "../ui/filters.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { useKeys } from "../ui/keys.ts";
import { TextLink } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import { Small } from "./badges.tsx";
import type { GetInputProps } from "./fields.ts";
import { RecordPanel } from "./record-panel.tsx";
import { Remove } from "./remove.tsx";

type Location = Answer<typeof location.read>;

const fields = { archived: flag };

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
        {archivedAt ? <Small color="orange" text="Archived" /> : !active && <Small color="gray" text="Closed" />}
        {isDefault && <Small color="green" text="Default" />}
      </Group>
    ),
  },
  { id: "city", title: "City", plain: true, cell: ({ address }) => address?.city ?? "" },
];

export default function Locations() {
  const { may } = useSession();
  const { values, set, clear, any } = useFilters(fields);
  const pages = usePages(location.list, values);
  const client = useQueryClient();
  const add = useDrawer("new");
  const edit = useDrawerOf("edit", idOf("loc"));
  const canWrite = may(location.create);
  useKeys("Locations", canWrite ? [{ keys: "n", does: "New location", run: add.open }] : []);
  return (
    <Page
      title="Locations"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
            New location
          </Button>
        )
      }
    >
      <FilterBar any={any} clear={clear}>
        <FlagFilter label="Archived ones too" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        of="locations"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="." search={drawerAt("edit", id)} resetScroll={false} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(answerOf(location.read, { id }))}
        empty={<Empty title="No locations yet">Goods lie somewhere: open the first one.</Empty>}
      />
      {canWrite && (
        <Panel title="New location" opened={add.opened} onClose={add.close} size="md">
          <NewForm close={add.close} />
        </Panel>
      )}
      <RecordPanel title="Location" drawer={edit} read={location.read} history={location.history}>
        {(record) => (
          <>
            {canWrite ? <EditForm of={record} close={edit.close} /> : <Text size="sm">{record.name}</Text>}
            <TextLink to="/stock/levels" search={{ locationId: record.id }} size="sm">
              What lies here
            </TextLink>
          </>
        )}
      </RecordPanel>
    </Page>
  );
}

interface Values {
  readonly code: string;
  readonly name: string;
  readonly priority: number | string;
  readonly isDefault: boolean;
  readonly address: typeof noAddress;
}

const addressIn = (typed: typeof noAddress) =>
  Object.values(typed).some((line) => line.trim()) ? addressAsked(typed) : null;

const priorityIn = (value: number | string): number => (value === "" ? Number.NaN : Number(value));

function NewForm({ close }: { close: () => void }) {
  const from: Values = { code: "", name: "", priority: 100, isDefault: false, address: noAddress };
  const form = useActForm(location.create, {
    from,
    asked: ({ priority, address, ...rest }) => ({
      ...rest,
      priority: priorityIn(priority),
      address: addressIn(address),
    }),
    onDone: ({ name }) => {
      sayDone(`${name} opened`);
      form.reset();
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields getInputProps={form.getInputProps} />
        <FormEnd form={form} label="Open the location" onCancel={close} />
      </Stack>
    </form>
  );
}

const valuesOf = ({ code, name, priority, isDefault, active, address }: Location) => ({
  code,
  name,
  priority: priority as number | string,
  isDefault,
  active,
  address: { ...noAddress, ...(address && { ...address, line2: address.line2 ?? "", region: address.region ?? "" }) },
});

function EditForm({ of, close }: { of: Location; close: () => void }) {
  const form = useActForm(location.edit, {
    from: valuesOf(of),
    asked: ({ priority, address, isDefault, ...rest }) => ({
      id: of.id,
      ...rest,
      ...(isDefault && { isDefault }),
      priority: priorityIn(priority),
      address: addressIn(address),
    }),
    onDone: ({ name }) => {
      sayDone(`${name} saved`);
      close();
    },
  });
  if (of.archivedAt !== null) return <Text size="sm">{of.name} is archived: orders and movements still name it.</Text>;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields getInputProps={form.getInputProps} isDefault={of.isDefault} />
        {!of.isDefault && (
          <Checkbox
            label="Open"
            description="Nothing is taken from a closed one, and nothing may come in. One that holds or owes stock stays open."
            {...form.getInputProps("active", { type: "checkbox" })}
          />
        )}
        <FormEnd form={form} label="Save" onCancel={close} />
        {!of.isDefault && (
          <Group justify="flex-end">
            <Remove
              op={location.remove}
              id={of.id}
              name={of.name}
              says="It has to be empty. One that stock or orders refer to is archived instead."
              onDone={close}
            />
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly getInputProps: GetInputProps;
  readonly isDefault?: boolean;
}

function Fields({ getInputProps, isDefault = false }: FieldsProps) {
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
