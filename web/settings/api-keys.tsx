/** How programs come in: each key has a role, is shown once, and can be revoked at any time. */
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import type { Id } from "#core/contract/fields";
import * as apiKeyApi from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import type { Role } from "#core/contract/rights";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { startOfDay } from "../ui/format/dates.ts";
import { DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { EmptyState, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { ShowOnceDialog } from "../ui/show-once-dialog.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { RoleBadge } from "./role-badge.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";

type ApiKey = Answer<typeof apiKeyApi.list>["items"][number];

const columns: readonly Column<ApiKey>[] = [
  {
    id: "name",
    title: "Name",
    cell: ({ name }) => (
      <Text span inherit fw={550}>
        {name}
      </Text>
    ),
  },
  {
    id: "last4",
    title: "Key",
    unlabeled: true,
    cell: ({ last4 }) => (
      <Text span ff="monospace" fz="xs">
        … {last4}
      </Text>
    ),
  },
  { id: "state", title: "State", unlabeled: true, cell: (of) => <State apiKey={of} /> },
  {
    id: "role",
    title: "Role",
    unlabeled: true,
    cell: ({ role, vendorId }) => <RoleBadge role={role} vendorId={vendorId} />,
  },
  { id: "used", title: "Last used", cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} dimmed /> },
  {
    id: "expires",
    title: "Expires",
    hiddenByDefault: true,
    cell: ({ expiresAt }) => (expiresAt ? <DateTime value={expiresAt} dimmed /> : "never"),
  },
  {
    id: "made",
    title: "Made",
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateTime value={createdAt} dimmed /> {createdBy && `by ${createdBy.name}`}
      </>
    ),
  },
];

function State({ apiKey }: { apiKey: ApiKey }) {
  const over = apiKey.expiresAt !== null && new Date(apiKey.expiresAt).getTime() <= Date.now();
  const [label, color] = apiKey.revokedAt ? ["Revoked", "gray"] : over ? ["Expired", "orange"] : ["Active", "green"];
  return <Badge color={color}>{label}</Badge>;
}

export default function ApiKeys() {
  const { can, user } = useSession();
  const pages = usePaginatedQuery(apiKeyApi.list, {});
  const create = useDrawer("new");
  const [made, setMade] = useState<Answer<typeof apiKeyApi.create> | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const revoke = useApiMutation(apiKeyApi.revoke, {
    onSuccess: ({ name }) => {
      toastSuccess(`${name} opens nothing any more`);
      setLeaving(null);
    },
  });
  // The right revokes; only owners make.
  const canCreate = can(apiKeyApi.create) && user.role === "owner";
  useShortcuts("API keys", canCreate ? [{ keys: "n", label: "New API key", run: create.open }] : []);
  const revoking: Column<ApiKey> = {
    id: "revoke",
    title: "Actions",
    align: "right",
    unlabeled: true,
    cell: (of) =>
      of.revokedAt === null && (
        <Button size="compact-xs" variant="default" aria-label={`Revoke ${of.name}`} onClick={() => setLeaving(of)}>
          Revoke
        </Button>
      ),
  };
  const newKey = canCreate && (
    <Button leftSection={<IconKey size={16} />} onClick={create.open}>
      New API key
    </Button>
  );
  return (
    <Page title="API keys" actions={newKey}>
      <DataTable
        name="api-keys"
        pages={pages}
        columns={can(apiKeyApi.revoke) ? [...columns, revoking] : columns}
        emptyState={
          <EmptyState title="No API keys">
            A program of yours signs in with one: it sends it as <code>Authorization: Bearer</code> with every request.
          </EmptyState>
        }
      />
      {canCreate && <NewKey opened={create.opened} onClose={create.close} onMade={setMade} />}
      <ShowOnceDialog
        title={`${made?.name} is ready`}
        label="API key"
        value={made?.key ?? null}
        onClose={() => setMade(null)}
      >
        Put it where the program reads its secrets. Whoever holds it may do what its role may.
      </ShowOnceDialog>
      <ConfirmDialog
        title={`Revoke ${leaving?.name}?`}
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        confirmLabel="Revoke the key"
        color="red"
        onConfirm={() => leaving && revoke.mutate({ id: leaving.id })}
        mutation={revoke}
      >
        <Text size="sm">
          The program that uses the key ending in {leaving?.last4} is shut out from its next request on. It cannot be
          undone.
        </Text>
      </ConfirmDialog>
    </Page>
  );
}

interface NewKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: Answer<typeof apiKeyApi.create>) => void;
}

interface Values {
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
  readonly expires: string;
}

function NewKey({ opened, onClose, onMade }: NewKeyProps) {
  const { store } = useSession();
  const form = useApiForm(apiKeyApi.create, {
    initialValues: { name: "", role: "staff", vendorId: "", expires: "" } as Values, // the widest of what the fields can hold
    toInput: ({ name, expires, ...who }) => ({
      name,
      ...roleAsked(who),
      ...(expires && { expiresAt: startOfDay(expires, store.timeZone) }),
    }),
    fieldNames: { expiresAt: "expires" },
    onSuccess: (answer) => {
      onMade(answer);
      form.reset();
      onClose();
    },
  });
  return (
    <Drawer title="New API key" opened={opened} onClose={onClose} size="md">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            placeholder="Bookkeeping"
            description="What program it is for, so that you know later which one to revoke."
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          <RoleFields role={form.getValues().role} getInputProps={form.getInputProps} />
          <TextInput
            label="Expires on"
            type="date"
            description="Leave it empty for a key that does not expire."
            {...form.getInputProps("expires")}
          />
          <FormFooter form={form} submitLabel="Make the key" onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  );
}
