/** How programs come in: each key has a role, is shown once, and can be revoked at any time. */
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import type { Id } from "#core/contract/fields";
import * as key from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import type { Role } from "#core/contract/rights";
import { useAct } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useDrawer } from "../ui/address.ts";
import { dayStart } from "../ui/calendar.ts";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { countText, When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import { Sure } from "../ui/sure.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { Tag } from "../ui/tag.tsx";
import { usePages } from "../ui/use-pages.ts";
import { type Named, NamedKeys } from "./named-keys.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";

type ApiKey = Answer<typeof key.list>["items"][number];

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
    plain: true,
    cell: ({ last4 }) => (
      <Text span ff="monospace" fz="xs">
        … {last4}
      </Text>
    ),
  },
  { id: "state", title: "State", plain: true, cell: (of) => <State of={of} /> },
  {
    id: "role",
    title: "Role",
    plain: true,
    cell: ({ role, vendorId, heldTo }) => <RoleBadge role={role} vendorId={vendorId} heldTo={heldTo} />,
  },
  { id: "used", title: "Last used", cell: ({ lastUsedAt }) => <When at={lastUsedAt} dimmed /> },
  {
    id: "expires",
    title: "Expires",
    aside: true,
    cell: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} dimmed /> : "never"),
  },
  {
    id: "made",
    title: "Made",
    cell: ({ createdAt, createdBy }) => (
      <>
        <When at={createdAt} dimmed /> {createdBy && `by ${createdBy.name}`}
      </>
    ),
  },
];

function State({ of }: { of: ApiKey }) {
  const over = of.expiresAt !== null && new Date(of.expiresAt).getTime() <= Date.now();
  const [label, color] = of.revokedAt ? ["Revoked", "gray"] : over ? ["Expired", "orange"] : ["Active", "green"];
  return <Tag color={color}>{label}</Tag>;
}

export default function ApiKeys() {
  const { may, who } = useSession();
  const pages = usePages(key.list, {});
  const create = useDrawer("new");
  const [made, setMade] = useState<Answer<typeof key.create> | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const [left, setLeft] = useState<Named | null>(null);
  const revoke = useAct(key.revoke, {
    onDone: ({ id, name, made: keys, madeCount: count }) => {
      sayDone(`${name} opens nothing any more`);
      setLeaving(null);
      const title = `${countText(count, "API key")} that ${name} made still ${count === 1 ? "works" : "work"}`;
      const why = `Whoever held ${name} may hold them too. Revoke them, unless you know each of them.`;
      if (count > 0) setLeft({ title, why, keys, count, madeBy: id });
    },
  });
  // The right revokes; only owners make.
  const canCreate = may(key.create) && who.role === "owner";
  useKeys("API keys", canCreate ? [{ keys: "n", does: "New API key", run: create.open }] : []);
  const revoking: Column<ApiKey> = {
    id: "revoke",
    title: "Actions",
    align: "right",
    plain: true,
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
        of="api-keys"
        pages={pages}
        columns={may(key.revoke) ? [...columns, revoking] : columns}
        empty={
          <Empty title="No API keys">
            A program of yours signs in with one: it sends it as <code>Authorization: Bearer</code> with every request.
          </Empty>
        }
      />
      {canCreate && <NewKey opened={create.opened} close={create.close} onMade={setMade} />}
      <ShownOnce
        title={`${made?.name} is ready`}
        label="API key"
        value={made?.key ?? null}
        onClose={() => setMade(null)}
      >
        Put it where the program reads its secrets. Whoever holds it may do what its role may.
      </ShownOnce>
      <Sure
        title={`Revoke ${leaving?.name}?`}
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        does="Revoke the key"
        color="red"
        onSure={() => leaving && revoke.mutate({ id: leaving.id })}
        act={revoke}
      >
        <Text size="sm">
          The program that uses the key ending in {leaving?.last4} is shut out from its next request on. It cannot be
          undone. Keys that it made go on working: you are shown which, and can revoke them too.
        </Text>
      </Sure>
      <NamedKeys of={left} onClose={() => setLeft(null)} />
    </Page>
  );
}

interface NewKeyProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly onMade: (made: Answer<typeof key.create>) => void;
}

interface Values {
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
  readonly expires: string;
}

function NewKey({ opened, close, onMade }: NewKeyProps) {
  const { store } = useSession();
  const form = useActForm(key.create, {
    from: { name: "", role: "staff", vendorId: "", expires: "" } as Values, // the widest of what the fields can hold
    asked: ({ name, expires, ...who }) => ({
      name,
      ...roleAsked(who),
      ...(expires && { expiresAt: dayStart(expires, store.timeZone) }),
    }),
    fieldOf: { expiresAt: "expires" },
    onDone: (answer) => {
      onMade(answer);
      form.reset();
      close();
    },
  });
  return (
    <Panel title="New API key" opened={opened} onClose={close} size="md">
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
          <FormEnd form={form} label="Make the key" onCancel={close} />
        </Stack>
      </form>
    </Panel>
  );
}
