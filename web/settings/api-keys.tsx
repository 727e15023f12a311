/** API keys for programs: each has a role, is shown once, and can be revoked at any time. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import * as apiKeyApi from "#core/contract/key";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ShowOnceDialog } from "../ui/dialogs/show-once-dialog.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { KeyRoundIcon } from "../ui/icons.ts";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { type CreatedKey, NewKeyDrawer } from "./new-api-key.tsx";
import { type RemainingKeys, RemainingKeysDialog } from "./remaining-keys-dialog.tsx";
import { RoleBadge } from "./role-badge.tsx";

type ApiKey = ItemOf<typeof apiKeyApi.list>;

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
  { id: "state", title: "Status", unlabeled: true, cell: (apiKey) => <StateBadge apiKey={apiKey} /> },
  {
    id: "role",
    title: "Role",
    unlabeled: true,
    cell: ({ role, vendorId, heldTo, storefront, channel }) =>
      storefront ? (
        <Badge color="teal">{channel === null ? "Storefront" : `Storefront, ${channel}`}</Badge>
      ) : (
        <RoleBadge role={role} vendorId={vendorId} heldTo={heldTo} />
      ),
  },
  { id: "used", title: "Last used", cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} dimmed /> },
  {
    id: "expires",
    title: "Expires",
    hiddenByDefault: true,
    cell: ({ expiresAt }) => (expiresAt ? <DateTime value={expiresAt} dimmed /> : "Never"),
  },
  {
    id: "created",
    title: "Created",
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateTime value={createdAt} dimmed /> {createdBy && `by ${createdBy.name}`}
      </>
    ),
  },
];

function StateBadge({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  const isExpired = expiresAt !== null && new Date(expiresAt).getTime() <= Date.now();
  const [label, color] = revokedAt ? ["Revoked", "gray"] : isExpired ? ["Expired", "orange"] : ["Active", "green"];
  return <Badge color={color}>{label}</Badge>;
}

export default function ApiKeys() {
  const { can, user } = useSession();
  const pages = usePaginatedQuery(apiKeyApi.list, {});
  const newDrawer = useDrawer("new");
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  const [remaining, setRemaining] = useState<RemainingKeys | null>(null);
  const revoke = useApiMutation(apiKeyApi.revoke, {
    onSuccess: ({ id, name, made, madeCount: count }) => {
      toastSuccess(`${name} revoked`);
      setKeyToRevoke(null);
      if (count === 0) return;
      setRemaining({
        title: `${countText(count, "API key")} created with ${name} still ${count === 1 ? "works" : "work"}`,
        explanation: `Anyone who had ${name} may have ${count === 1 ? "it" : "them"} too. Revoke every key that you do not recognise.`,
        keys: made,
        count,
        createdByKey: id,
      });
    },
  });
  // The right allows revoking keys; only an owner can create one.
  const canCreate = can(apiKeyApi.create) && user.role === "owner";
  useShortcuts("API keys", canCreate ? [{ keys: "n", label: "New API key", run: newDrawer.open }] : []);
  const actionsColumn: Column<ApiKey> = {
    id: "actions",
    title: "Actions",
    align: "right",
    unlabeled: true,
    cell: (apiKey) =>
      apiKey.revokedAt === null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Revoke ${apiKey.name}`}
          onClick={() => setKeyToRevoke(apiKey)}
        >
          Revoke
        </Button>
      ),
  };
  const newButton = canCreate && (
    <Button leftSection={<KeyRoundIcon size={16} />} onClick={newDrawer.open}>
      New API key
    </Button>
  );
  return (
    <Page title="API keys" actions={newButton}>
      <DataTable
        name="api-keys"
        pages={pages}
        columns={can(apiKeyApi.revoke) ? [...columns, actionsColumn] : columns}
        emptyState={
          <EmptyState title="No API keys yet" action={newButton}>
            Your programs use API keys to sign in: each sends its key as <code>Authorization: Bearer</code> with every
            request.
          </EmptyState>
        }
      />
      {canCreate && <NewKeyDrawer opened={newDrawer.opened} onClose={newDrawer.close} onCreated={setCreatedKey} />}
      <ShowOnceDialog
        title={`${createdKey?.name} created`}
        label="API key"
        value={createdKey?.key ?? null}
        onClose={() => setCreatedKey(null)}
      >
        Save it where the program keeps its secrets. Anyone with the key can do everything its role allows.
      </ShowOnceDialog>
      <ConfirmDialog
        title={`Revoke ${keyToRevoke?.name}?`}
        opened={keyToRevoke !== null}
        onClose={() => setKeyToRevoke(null)}
        confirmLabel="Revoke key"
        color="red"
        onConfirm={() => keyToRevoke && revoke.mutate({ id: keyToRevoke.id })}
        mutation={revoke}
      >
        <Text size="sm">
          The program that uses the key ending in {keyToRevoke?.last4} loses access with its next request. This cannot
          be undone. Keys that were created with this key keep working: you will see them, and can revoke them too.
        </Text>
      </ConfirmDialog>
      <RemainingKeysDialog remaining={remaining} onClose={() => setRemaining(null)} />
    </Page>
  );
}
