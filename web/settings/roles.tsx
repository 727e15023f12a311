/** The rights of each role, in groups. Added and removed rights are shown before saving. */
import { Box, Button, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as roleApi from "#core/contract/role";
import { rights as allRights, type Right, type Role, roles as roleNames } from "#core/contract/values/rights";
import { setApiQueryData, useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { Card } from "../ui/layout/card.tsx";
import { NavTabs } from "../ui/layout/nav-tabs.tsx";
import { Page } from "../ui/layout/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { enumParam, useUrlState } from "../ui/url-state.ts";
import { addedRights, RightsDiff, removedRights } from "./rights-diff.tsx";
import classes from "./settings.module.css";

type RoleList = Answer<typeof roleApi.list>;
type StoreRole = RoleList["items"][number];

const roleParam = enumParam(roleNames);

export default function RolesScreen() {
  const query = useApiQuery(roleApi.list, {});
  const [search] = useUrlState();
  const current: Role = roleParam(search["role"] ?? "") ?? "manager";
  const role = query.data?.items.find((item) => item.role === current);
  return (
    <Page title="Roles">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.data && role ? (
        <>
          <NavTabs
            label="Roles"
            tabs={query.data.items.map(({ role: name, title }) => ({
              label: title,
              to: "/settings/roles",
              search: { role: name },
              active: name === current,
            }))}
          />
          <RoleForm key={current} role={role} all={query.data} />
        </>
      ) : (
        !query.error && <Skeleton height={320} radius="md" />
      )}
    </Page>
  );
}

function RoleForm({ role, all }: { role: StoreRole; all: RoleList }) {
  const { user, hasRight } = useSession();
  const client = useQueryClient();
  // Only the rights changed here, with their new state, so that someone else's change to another right is kept.
  const [wanted, setWanted] = useState<ReadonlyMap<Right, boolean>>(new Map());
  const [title, setTitle] = useState<string | null>(null);
  const [dialog, setDialog] = useState<"save" | "reset" | null>(null);
  const onSuccess = (saved: StoreRole) => {
    toastSuccess(`${saved.title} saved`);
    const items = all.items.map((one) => (one.role === saved.role ? saved : one));
    setApiQueryData(client, roleApi.list, {}, { ...all, items });
    // Changes made during the save still have to be saved.
    setWanted((now) => differing(now, saved));
    if (title?.trim() === saved.title || title?.trim() === role.title) setTitle(null);
    setDialog(null);
  };
  const save = useApiMutation(roleApi.set, { onSuccess });
  const reset = useApiMutation(roleApi.reset, { onSuccess });
  const isOwner = role.role === "owner";
  const toggled = differing(wanted, role);
  const newRights = allRights.filter((right) => toggled.get(right) ?? role.rights.includes(right));
  const change = { before: role.rights, after: newRights };
  const [added, removed] = [addedRights(change).length, removedRights(change).length];
  const newTitle = title !== null && title.trim() !== role.title ? title.trim() : undefined;
  const isDirty = added + removed > 0 || newTitle !== undefined;
  useUnsaved(() => isDirty);
  const groups = Map.groupBy(all.rights, ({ group }) => group);

  const discard = () => {
    setWanted(new Map());
    setTitle(null);
  };
  const toggle = (rights: readonly Right[], on: boolean) =>
    setWanted((before) => new Map([...before, ...rights.map((right) => [right, on] as const)]));
  // A role with more rights than the user's can only be given rights.
  const hasMoreRights = !role.rights.every(hasRight);
  /** Users cannot grant a right that they do not have, or lock themselves out. */
  const isFixed = (right: Right): boolean =>
    isOwner ||
    (role.rights.includes(right) ? hasMoreRights : !hasRight(right)) ||
    (right === "roles.write" && user.role === role.role);

  return (
    <Stack gap="md">
      <Group justify="space-between" align="end" gap="sm">
        <TextInput
          label="Name of the role"
          value={title ?? role.title}
          maxLength={60}
          error={newTitle === "" && "This field is required."}
          disabled={hasMoreRights}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {isOwner ? "The owner always has every right." : `${newRights.length} of ${allRights.length} rights`}
            {hasMoreRights && " · it has rights that you do not have, so you can add rights but not remove any"}
            {role.changedAt && (
              <>
                {" "}
                · changed <DateTime value={role.changedAt} inSentence />
              </>
            )}
          </Text>
          {role.changedAt && !isDirty && !hasMoreRights && (
            <Button size="xs" variant="default" onClick={() => setDialog("reset")}>
              Reset to default
            </Button>
          )}
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {[...groups].map(([group, items]) => {
          const editable = items.map(({ right }) => right).filter((right) => !isFixed(right));
          const granted = items.filter(({ right }) => newRights.includes(right));
          const hasAll = granted.length === items.length;
          return (
            <Card
              key={group}
              title={group}
              actions={
                editable.length > 1 && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`${hasAll ? "Clear all" : "Select all"}: ${group}`}
                    onClick={() => toggle(editable, !hasAll)}
                  >
                    {hasAll ? "Clear all" : "Select all"}
                  </Button>
                )
              }
            >
              <Stack gap={2}>
                {items.map(({ right, label }) => (
                  <Box
                    key={right}
                    px={6}
                    py={4}
                    mx={-6}
                    className={toggled.has(right) ? classes["changed"] : undefined}
                  >
                    <Checkbox
                      size="sm"
                      label={label}
                      description={
                        toggled.has(right)
                          ? newRights.includes(right)
                            ? "will be added"
                            : "will be removed"
                          : undefined
                      }
                      checked={newRights.includes(right)}
                      disabled={isFixed(right)}
                      onChange={(event) => toggle([right], event.currentTarget.checked)}
                    />
                  </Box>
                ))}
              </Stack>
            </Card>
          );
        })}
      </SimpleGrid>
      {isDirty && (
        <Group justify="space-between" className={classes["bar"]} gap="xs">
          <Group gap={6} role="status">
            {removed > 0 && <Badge color="red">{removed} removed</Badge>}
            {added > 0 && <Badge color="teal">{added} added</Badge>}
            {newTitle && <Badge color="gray">Renamed to {newTitle}</Badge>}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
            <Button disabled={newTitle === ""} onClick={() => setDialog("save")}>
              Save …
            </Button>
          </Group>
        </Group>
      )}
      <ConfirmDialog
        title={`Change the role ${role.title}?`}
        opened={dialog === "save"}
        onClose={() => setDialog(null)}
        confirmLabel={removed > 0 ? `Remove ${countText(removed, "right")}` : "Save"}
        {...(removed > 0 && { color: "red" })}
        onConfirm={() =>
          save.mutate({
            role: role.role,
            ...(newTitle && { title: newTitle }),
            ...(added + removed > 0 && { rights: newRights }),
          })
        }
        mutation={save}
      >
        <RightsDiff {...change} />
        <Text size="sm">This applies immediately to everybody and every API key with this role.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Reset ${role.title} to default?`}
        opened={dialog === "reset"}
        onClose={() => setDialog(null)}
        confirmLabel="Reset to default"
        onConfirm={() => reset.mutate({ role: role.role })}
        mutation={reset}
      >
        <Text size="sm">
          The role gets the name and the rights that it has in a new store. This applies immediately to everybody with
          this role.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}

/** The wanted states that differ from the role's current rights. */
const differing = (wanted: ReadonlyMap<Right, boolean>, { rights }: StoreRole): ReadonlyMap<Right, boolean> =>
  new Map([...wanted].filter(([right, on]) => rights.includes(right) !== on));
