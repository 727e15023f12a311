/** Customer groups, which can have their own price lists. */
import { Button, Text, Textarea, TextInput } from "@mantine/core";
import * as groupApi from "#core/contract/group";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useSession } from "../api/session.tsx";
import { countText } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { drawerLink, TextLink } from "../ui/links/links.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";

type Row = ItemOf<typeof groupApi.list>;

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  {
    id: "members",
    title: "Customers",
    align: "right",
    cell: ({ members }) => (members >= 10_000 ? "10,000+" : members),
  },
  {
    id: "priceLists",
    title: "Price lists",
    cell: ({ priceLists }) => priceLists.map(({ name }) => name).join(", ") || "none",
  },
];
const rowLink = drawerLink("group");

export default function Groups() {
  const { can } = useSession();
  const pages = usePaginatedQuery(groupApi.list, {});
  const newDrawer = useDrawer("new");
  const editDrawer = useRecordDrawer("group", idParam("grp"));
  const group = pages.items?.find(({ id }) => id === editDrawer.id);
  const canCreate = can(groupApi.create);
  useShortcuts("Groups", canCreate ? [{ keys: "n", label: "New group", run: newDrawer.open }] : []);
  const newButton = canCreate && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New group
    </Button>
  );
  return (
    <Page title="Customer groups" actions={newButton}>
      <DataTable
        name="groups"
        pages={pages}
        columns={columns}
        {...(can(groupApi.edit) && { rowLink })}
        emptyState={
          <EmptyState title="No groups yet" action={newButton}>
            Put customers into groups, such as wholesale, to give them prices of their own.
          </EmptyState>
        }
      />
      {canCreate && (
        <Drawer title="New group" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
          <RecordForm
            operation={groupApi.create}
            initialValues={{ name: "", description: "" }}
            toInput={({ name, description }) => ({ name, description: description.trim() || null })}
            successMessage={({ name }) => `${name} added`}
            submitLabel="Add group"
            resetOnSuccess
            onClose={newDrawer.close}
          >
            {({ getInputProps }) => <GroupFields getInputProps={getInputProps} />}
          </RecordForm>
        </Drawer>
      )}
      <Drawer title={group?.name ?? "Group"} opened={editDrawer.opened} onClose={editDrawer.close} size="md">
        {group ? (
          <EditGroup key={group.id} group={group} onClose={editDrawer.close} />
        ) : (
          <Text size="sm">This group is not on this page of the list.</Text>
        )}
      </Drawer>
    </Page>
  );
}

const EditGroup = ({ group, onClose }: { group: Row; onClose: () => void }) => (
  <RecordForm
    operation={groupApi.edit}
    initialValues={{ name: group.name, description: group.description ?? "" }}
    toInput={({ name, description }) => ({ id: group.id, name, description: description.trim() || null })}
    successMessage={({ name }) => `${name} saved`}
    submitLabel="Save"
    onClose={onClose}
    footer={
      <RemoveButton
        operation={groupApi.remove}
        id={group.id}
        name={group.name}
        description="Its customers are kept. It cannot be removed while a price list uses it."
        wasArchived={() => false}
        onSuccess={onClose}
      />
    }
  >
    {({ getInputProps }) => (
      <>
        <GroupFields getInputProps={getInputProps} />
        <TextLink to="/customers" search={{ groupId: group.id }} size="sm">
          {countText(group.members, "customer")} in this group
        </TextLink>
      </>
    )}
  </RecordForm>
);

const GroupFields = ({ getInputProps }: { getInputProps: GetInputProps }) => (
  <>
    <TextInput label="Name" data-autofocus autoComplete="off" {...getInputProps("name")} />
    <Textarea label="Description" autosize minRows={2} {...getInputProps("description")} />
  </>
);
