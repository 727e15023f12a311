/** Sellers whose goods the store sells, and whether their logins are open. */
import { Button, Switch, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Answer } from "#core/contract/kit";
import * as vendorApi from "#core/contract/vendor";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { drawerLink } from "../ui/links.tsx";
import { EmptyState, NoResults, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, useDrawer, useFilters, useRecordDrawer } from "../ui/url-state.ts";

type Vendor = Answer<typeof vendorApi.list>["items"][number];

const isVendor = idParam("ven");
const fields = { active: enumParam(["true", "false"]) };

const columns: readonly Column<Vendor>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  {
    id: "active",
    title: "State",
    unlabeled: true,
    cell: ({ active }) => <Badge color={active ? "green" : "gray"}>{active ? "Open" : "Closed"}</Badge>,
  },
  { id: "email", title: "E-mail", unlabeled: true, cell: ({ email }) => email ?? "–" },
  { id: "since", title: "Since", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

const link = drawerLink("vendor");

export default function Vendors() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = usePaginatedQuery(vendorApi.list, values.active ? { active: values.active === "true" } : {});
  const create = useDrawer("new");
  const edit = useRecordDrawer("vendor", isVendor);
  const opened = pages.items?.find(({ id }) => id === edit.of);
  const canCreate = can(vendorApi.create);
  useShortcuts("Vendors", canCreate ? [{ keys: "n", label: "New vendor", run: create.open }] : []);
  const add = canCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={create.open}>
      New vendor
    </Button>
  );
  return (
    <Page title="Vendors" actions={add}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
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
        name="vendors"
        pages={pages}
        columns={columns}
        {...(can(vendorApi.edit) && { rowLink })}
        emptyState={
          isFiltered ? (
            <NoResults noun="vendor" onClear={clear} />
          ) : (
            <EmptyState title="No vendors" action={add}>
              A vendor's goods are sold beside your own. Their logins see their own products, and the lines of orders
              that are theirs.
            </EmptyState>
          )
        }
      />
      {canCreate && (
        <Drawer title="New vendor" opened={create.opened} onClose={create.close} size="md">
          <NewVendor onClose={create.close} />
        </Drawer>
      )}
      {can(vendorApi.edit) && (
        <Drawer title={opened?.name ?? "Vendor"} opened={edit.opened} onClose={edit.close} size="md">
          {opened ? (
            <EditVendor key={opened.id} vendor={opened} onClose={edit.close} />
          ) : (
            <Text size="sm">This vendor is not on this page of the list.</Text>
          )}
        </Drawer>
      )}
    </Page>
  );
}

function NewVendor({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation={vendorApi.create}
      initialValues={{ name: "", email: "" }}
      toInput={({ name, email }) => ({ name, ...(email.trim() && { email }) })}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add the vendor"
      resetOnSuccess
      onClose={onClose}
    >
      {({ getInputProps }) => <VendorFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function EditVendor({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const closes = ({ active }: { active: boolean }) => vendor.active && !active;
  return (
    <RecordForm
      operation={vendorApi.edit}
      initialValues={{ name: vendor.name, email: vendor.email ?? "", active: vendor.active }}
      toInput={({ name, email, active }) => ({ id: vendor.id, name, email: email.trim() || null, active })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel={(typed) => (closes(typed) ? "Save, and close their logins" : "Save")}
      color={(typed) => (closes(typed) ? "red" : undefined)}
      onClose={onClose}
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
