/** What each role may do: the rights in their groups, and what a change gives and takes away before it is saved. */
import { Box, Button, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import { rights as allRights, type Right, type Role, roles as roleNames } from "#core/contract/rights";
import * as roleApi from "#core/contract/role";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { NavTabs } from "../ui/nav-tabs.tsx";
import { Page } from "../ui/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { enumParam, useUrlState } from "../ui/url-state.ts";
import { given, RightsChange, taken } from "./rights-diff.tsx";
import classes from "./settings.module.css";

type Roles = Answer<typeof roleApi.list>;
type Shown = Roles["items"][number];

const isRole = enumParam(roleNames);

export default function RolesScreen() {
  const answer = useApiQuery(roleApi.list, {});
  const [search] = useUrlState();
  const chosen: Role = isRole(search["role"] ?? "") ?? "manager";
  const shown = answer.data?.items.find((each) => each.role === chosen);
  return (
    <Page title="Roles">
      <ErrorAlert error={answer.error} onRetry={() => void answer.refetch()} />
      {answer.data && shown ? (
        <>
          <NavTabs
            label="Roles"
            tabs={answer.data.items.map((each) => ({
              name: each.title,
              to: "/settings/roles",
              search: { role: each.role },
              active: each.role === chosen,
            }))}
          />
          <RoleForm key={chosen} role={shown} all={answer.data} />
        </>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Page>
  );
}

function RoleForm({ role, all }: { role: Shown; all: Roles }) {
  const { user, hasRight } = useSession();
  // What was changed here, over what the store says now: somebody else's change to another right stays.
  const [flipped, setFlipped] = useState<ReadonlySet<Right>>(new Set());
  const [title, setTitle] = useState<string | null>(null);
  const [asking, setAsking] = useState<"save" | "reset" | null>(null);
  const done = (answer: Shown) => {
    toastSuccess(`${answer.title} saved: it acts on everybody's next request`);
    discard();
    setAsking(null);
  };
  const save = useApiMutation(roleApi.set, { onSuccess: done });
  const reset = useApiMutation(roleApi.reset, { onSuccess: done });
  const isOwner = role.role === "owner";
  const wanted = allRights.filter((right) => role.rights.includes(right) !== flipped.has(right));
  const change = { before: role.rights, after: wanted };
  const [gives, takes] = [given(change).length, taken(change).length];
  const newTitle = title !== null && title.trim() !== role.title ? title.trim() : undefined;
  const dirty = gives + takes > 0 || newTitle !== undefined;
  const groups = Map.groupBy(all.rights, ({ group }) => group);

  const discard = () => {
    setFlipped(new Set());
    setTitle(null);
  };
  const flip = (rights: readonly Right[], on: boolean) => {
    const next = new Set(flipped);
    for (const right of rights) {
      if (role.rights.includes(right) === on) next.delete(right);
      else next.add(right);
    }
    setFlipped(next);
  };
  /** One gives only what one has, and does not lock oneself out. */
  const isFixed = (right: Right): boolean =>
    isOwner || (!hasRight(right) && !role.rights.includes(right)) || (right === "roles.write" && user.role === role.role);

  return (
    <Stack gap="md">
      <Group justify="space-between" align="end" gap="sm">
        <TextInput
          label="What the store calls it"
          value={title ?? role.title}
          maxLength={60}
          error={newTitle === "" && "Fill this in."}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {isOwner ? "The owner has every right, always." : `${wanted.length} of ${allRights.length} rights`}
            {role.changedAt && (
              <>
                {" "}
                · changed <DateTime value={role.changedAt} inSentence />
              </>
            )}
          </Text>
          {role.changedAt && !dirty && (
            <Button size="xs" variant="default" onClick={() => setAsking("reset")}>
              Put back as in a new store
            </Button>
          )}
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {[...groups].map(([group, within]) => {
          const open = within.map(({ right }) => right).filter((right) => !isFixed(right));
          const held = within.filter(({ right }) => wanted.includes(right));
          return (
            <Card
              key={group}
              title={group}
              actions={
                open.length > 1 && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`${held.length === within.length ? "None" : "All"} of ${group}`}
                    onClick={() => flip(open, held.length < within.length)}
                  >
                    {held.length === within.length ? "None" : "All"}
                  </Button>
                )
              }
            >
              <Stack gap={2}>
                {within.map(({ right, label }) => (
                  <Box
                    key={right}
                    px={6}
                    py={4}
                    mx={-6}
                    className={flipped.has(right) ? classes["changed"] : undefined}
                  >
                    <Checkbox
                      size="sm"
                      label={label}
                      description={
                        flipped.has(right)
                          ? wanted.includes(right)
                            ? "will be given"
                            : "will be taken away"
                          : undefined
                      }
                      checked={wanted.includes(right)}
                      disabled={isFixed(right)}
                      onChange={(event) => flip([right], event.currentTarget.checked)}
                    />
                  </Box>
                ))}
              </Stack>
            </Card>
          );
        })}
      </SimpleGrid>
      {dirty && (
        <Group justify="space-between" className={classes["bar"]} gap="xs">
          <Group gap={6} role="status">
            {takes > 0 && <Count color="red" text={`takes away ${takes}`} />}
            {gives > 0 && <Count color="teal" text={`gives ${gives}`} />}
            {newTitle && <Count color="gray" text={`is called ${newTitle}`} />}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
            <Button disabled={newTitle === ""} onClick={() => setAsking("save")}>
              Save …
            </Button>
          </Group>
        </Group>
      )}
      <ConfirmDialog
        title={`Change what ${role.title} may do?`}
        opened={asking === "save"}
        onClose={() => setAsking(null)}
        confirmLabel={takes > 0 ? `Take away ${countText(takes, "right")}` : "Save"}
        {...(takes > 0 && { color: "red" })}
        onConfirm={() =>
          save.mutate({
            role: role.role,
            ...(newTitle && { title: newTitle }),
            ...(gives + takes > 0 && { rights: wanted }),
          })
        }
        mutation={save}
      >
        <RightsChange {...change} />
        <Text size="sm">It acts on the next request of everybody with this role, and of every key with it.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Put ${role.title} back?`}
        opened={asking === "reset"}
        onClose={() => setAsking(null)}
        confirmLabel="Put back as in a new store"
        onConfirm={() => reset.mutate({ role: role.role })}
        mutation={reset}
      >
        <Text size="sm">
          Its title and its rights become what they are in a new store. It acts on the next request of everybody with
          this role.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}

const Count = ({ color, text }: { color: string; text: string }) => <Badge color={color}>{text}</Badge>;
