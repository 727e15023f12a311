/** The vendors whose products the store sells, and whether they can sign in. */
import { Button, Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import * as vendorApi from "#core/contract/vendor";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column, RowLink } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, useDrawer, useFilters } from "../ui/url-state.ts";

export type Vendor = ItemOf<typeof vendorApi.list>;

const filterParams = { active: enumParam(["true", "false"]) };

const columns: readonly Column<Vendor>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  {
    id: "active",
    title: "Status",
    unlabeled: true,
    cell: ({ active }) => <Badge color={active ? "green" : "gray"}>{active ? "Active" : "Inactive"}</Badge>,
  },
  { id: "email", title: "Email", unlabeled: true, cell: ({ email }) => email ?? "–" },
  { id: "since", title: "Since", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

const rowLink: RowLink<Vendor> = ({ id }, rest) => <Link to="/vendors/$id" params={{ id }} {...rest} />;

export default function Vendors() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const pages = usePaginatedQuery(vendorApi.list, values.active ? { active: values.active === "true" } : {});
  const newDrawer = useDrawer("new");
  const canCreate = can(vendorApi.create);
  useShortcuts("Vendors", canCreate ? [{ keys: "n", label: "New vendor", run: newDrawer.open }] : []);
  const newButton = canCreate && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New vendor
    </Button>
  );
  return (
    <Page title="Vendors" actions={newButton}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Status"
          value={values.active}
          onChange={(active) => set({ active })}
          options={[
            { value: "true", label: "Active" },
            { value: "false", label: "Inactive" },
          ]}
        />
      </FilterBar>
      <DataTable
        name="vendors"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList items="vendors" isFiltered={isFiltered} onClear={clear} title="No vendors yet" action={newButton}>
            Vendors sell their products through your store. Their logins can see only their own products and order
            lines.
          </EmptyList>
        }
      />
      {canCreate && (
        <Drawer title="New vendor" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
          <NewVendor onClose={newDrawer.close} />
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
      submitLabel="Add vendor"
      resetOnSuccess
      onClose={onClose}
    >
      {({ getInputProps }) => <VendorFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

export function EditVendor({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const deactivates = ({ active }: { active: boolean }) => vendor.active && !active;
  return (
    <RecordForm
      operation={vendorApi.edit}
      initialValues={{ name: vendor.name, email: vendor.email ?? "", active: vendor.active }}
      toInput={({ name, email, active }) => ({ id: vendor.id, name, email: email.trim() || null, active })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel={(values) => (deactivates(values) ? "Save and block their logins" : "Save")}
      color={(values) => (deactivates(values) ? "red" : undefined)}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <VendorFields getInputProps={getInputProps} />
          <Switch
            label="Active"
            description="The logins and API keys of an inactive vendor do not work. Its products stay as they are."
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
    <TextInput label="Email" type="email" autoComplete="off" {...getInputProps("email")} />
  </>
);
