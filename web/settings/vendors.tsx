/** Sellers whose goods the store sells, and whether their logins are open. */
import { Button, Switch, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Answer } from "#core/contract/kit";
import * as vendorApi from "#core/contract/vendor";
import { useSession } from "../api/session.tsx";
import { Tag } from "../ui/badge.tsx";
import { Panel } from "../ui/drawer.tsx";
import { ChoiceFilter, FilterBar } from "../ui/filters/filters.tsx";
import { When } from "../ui/format/format.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { opens } from "../ui/links.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, useDrawer, useFilters, useRecordDrawer } from "../ui/url-state.ts";

type Vendor = Answer<typeof vendorApi.list>["items"][number];

const isVendor = idParam("ven");
const fields = { active: enumParam(["true", "false"]) };

const columns: readonly Column<Vendor>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  {
    id: "active",
    title: "State",
    plain: true,
    cell: ({ active }) => <Tag color={active ? "green" : "gray"}>{active ? "Open" : "Closed"}</Tag>,
  },
  { id: "email", title: "E-mail", plain: true, cell: ({ email }) => email ?? "–" },
  { id: "since", title: "Since", cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

const link = opens("vendor");

export default function Vendors() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = usePages(vendorApi.list, values.active ? { active: values.active === "true" } : {});
  const create = useDrawer("new");
  const edit = useRecordDrawer("vendor", isVendor);
  const opened = pages.items?.find(({ id }) => id === edit.of);
  const canCreate = can(vendorApi.create);
  useKeys("Vendors", canCreate ? [{ keys: "n", does: "New vendor", run: create.open }] : []);
  const add = canCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={create.open}>
      New vendor
    </Button>
  );
  return (
    <Page title="Vendors" actions={add}>
      <FilterBar any={isFiltered} clear={clear}>
        <ChoiceFilter
          label="State"
          value={values.active}
          onChange={(active) => set({ active })}
          options={[
            { value: "true", label: "Open" },
            { value: "false", label: "Closed" },
          ]}
        />
      </FilterBar>
      <DataTable
        of="vendors"
        pages={pages}
        columns={columns}
        {...(can(vendorApi.edit) && { link })}
        empty={
          isFiltered ? (
            <NoneFits of="vendor" clear={clear} />
          ) : (
            <Empty title="No vendors" action={add}>
              A vendor's goods are sold beside your own. Their logins see their own products, and the lines of orders
              that are theirs.
            </Empty>
          )
        }
      />
      {canCreate && (
        <Panel title="New vendor" opened={create.opened} onClose={create.close} size="md">
          <NewVendor close={create.close} />
        </Panel>
      )}
      {can(vendorApi.edit) && (
        <Panel title={opened?.name ?? "Vendor"} opened={edit.opened} onClose={edit.close} size="md">
          {opened ? (
            <EditVendor key={opened.id} of={opened} close={edit.close} />
          ) : (
            <Text size="sm">This vendor is not on this page of the list.</Text>
          )}
        </Panel>
      )}
    </Page>
  );
}

function NewVendor({ close }: { close: () => void }) {
  return (
    <RecordForm
      op={vendorApi.create}
      from={{ name: "", email: "" }}
      asked={({ name, email }) => ({ name, ...(email.trim() && { email }) })}
      says={({ name }) => `${name} added`}
      label="Add the vendor"
      isNew
      close={close}
    >
      {({ getInputProps }) => <VendorFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function EditVendor({ of, close }: { of: Vendor; close: () => void }) {
  const closes = ({ active }: { active: boolean }) => of.active && !active;
  return (
    <RecordForm
      op={vendorApi.edit}
      from={{ name: of.name, email: of.email ?? "", active: of.active }}
      asked={({ name, email, active }) => ({ id: of.id, name, email: email.trim() || null, active })}
      says={({ name }) => `${name} saved`}
      label={(typed) => (closes(typed) ? "Save, and close their logins" : "Save")}
      color={(typed) => (closes(typed) ? "red" : undefined)}
      close={close}
    >
      {({ getInputProps }) => (
        <>
          <VendorFields getInputProps={getInputProps} />
          <Switch
            label="Their logins and keys are open"
            description="Closed, they open nothing from the next request on. Their products stay as they are."
            {...getInputProps("active", { type: "checkbox" })}
          />
        </>
      )}
    </RecordForm>
  );
}

const VendorFields = ({ getInputProps }: { getInputProps: GetInputProps }) => (
  <>
    <TextInput label="Name" data-autofocus autoComplete="off" {...getInputProps("name")} />
    <TextInput label="E-mail" type="email" autoComplete="off" {...getInputProps("email")} />
  </>
);
