/** What each role may do: the rights in their groups, and what a change gives and takes away before it is saved. */
import { Box, Button, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import { rights as allRights, type Right, type Role, roles as roleNames } from "#core/contract/rights";
import * as role from "#core/contract/role";
import { useAct, useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { choice, useAddress } from "../ui/address.ts";
import { Card } from "../ui/card.tsx";
import { countText, When } from "../ui/format.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { sayDone } from "../ui/said.tsx";
import { Sure } from "../ui/sure.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tag } from "../ui/tag.tsx";
import { given, RightsChange, taken } from "./rights-change.tsx";
import classes from "./settings.module.css";

type Roles = Answer<typeof role.list>;
type Shown = Roles["items"][number];

const isRole = choice(roleNames);

export default function RolesScreen() {
  const answer = useAnswer(role.list, {});
  const [search] = useAddress();
  const chosen: Role = isRole(search["role"] ?? "") ?? "manager";
  const shown = answer.data?.items.find((each) => each.role === chosen);
  return (
    <Page title="Roles">
      <Problem of={answer.error} retry={() => void answer.refetch()} />
      {answer.data && shown ? (
        <>
          <Tabs
            label="Roles"
            tabs={answer.data.items.map((each) => ({
              name: each.title,
              to: "/settings/roles",
              search: { role: each.role },
              active: each.role === chosen,
            }))}
          />
          <RoleForm key={chosen} of={shown} all={answer.data} />
        </>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Page>
  );
}

function RoleForm({ of, all }: { of: Shown; all: Roles }) {
  const { who, mayRight } = useSession();
  // What was changed here, over what the store says now: somebody else's change to another right stays.
  const [flipped, setFlipped] = useState<ReadonlySet<Right>>(new Set());
  const [title, setTitle] = useState<string | null>(null);
  const [asking, setAsking] = useState<"save" | "reset" | null>(null);
  const done = (answer: Shown) => {
    sayDone(`${answer.title} saved: it acts on everybody's next request`);
    discard();
    setAsking(null);
  };
  const save = useAct(role.set, { onDone: done });
  const reset = useAct(role.reset, { onDone: done });
  const isOwner = of.role === "owner";
  const wanted = allRights.filter((right) => of.rights.includes(right) !== flipped.has(right));
  const change = { before: of.rights, after: wanted };
  const [gives, takes] = [given(change).length, taken(change).length];
  const newTitle = title !== null && title.trim() !== of.title ? title.trim() : undefined;
  const dirty = gives + takes > 0 || newTitle !== undefined;
  const groups = Map.groupBy(all.rights, ({ group }) => group);

  const discard = () => {
    setFlipped(new Set());
    setTitle(null);
  };
  const flip = (rights: readonly Right[], on: boolean) => {
    const next = new Set(flipped);
    for (const right of rights) {
      if (of.rights.includes(right) === on) next.delete(right);
      else next.add(right);
    }
    setFlipped(next);
  };
  // Whoever stands above one is out of one's hands: their role can be given more, and nothing else.
  const above = !of.rights.every(mayRight);
  /** One gives only what one has, and does not lock oneself out. */
  const isFixed = (right: Right): boolean =>
    isOwner ||
    (of.rights.includes(right) ? above : !mayRight(right)) ||
    (right === "roles.write" && who.role === of.role);

  return (
    <Stack gap="md">
      <Group justify="space-between" align="end" gap="sm">
        <TextInput
          label="What the store calls it"
          value={title ?? of.title}
          maxLength={60}
          error={newTitle === "" && "Fill this in."}
          disabled={above}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {isOwner ? "The owner has every right, always." : `${wanted.length} of ${allRights.length} rights`}
            {above && " · it may do more than you, so you can give it rights and take none"}
            {of.changedAt && (
              <>
                {" "}
                · changed <When at={of.changedAt} within />
              </>
            )}
          </Text>
          {of.changedAt && !dirty && !above && (
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
      <Sure
        title={`Change what ${of.title} may do?`}
        opened={asking === "save"}
        onClose={() => setAsking(null)}
        does={takes > 0 ? `Take away ${countText(takes, "right")}` : "Save"}
        {...(takes > 0 && { color: "red" })}
        onSure={() =>
          save.mutate({
            role: of.role,
            ...(newTitle && { title: newTitle }),
            ...(gives + takes > 0 && { rights: wanted }),
          })
        }
        act={save}
      >
        <RightsChange {...change} />
        <Text size="sm">It acts on the next request of everybody with this role, and of every key with it.</Text>
      </Sure>
      <Sure
        title={`Put ${of.title} back?`}
        opened={asking === "reset"}
        onClose={() => setAsking(null)}
        does="Put back as in a new store"
        onSure={() => reset.mutate({ role: of.role })}
        act={reset}
      >
        <Text size="sm">
          Its title and its rights become what they are in a new store. It acts on the next request of everybody with
          this role.
        </Text>
      </Sure>
    </Stack>
  );
}

const Count = ({ color, text }: { color: string; text: string }) => <Tag color={color}>{text}</Tag>;
