import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Id } from "#core/contract/fields";
import type { Answer } from "#core/contract/kit";
import type { Role } from "#core/contract/rights";
import * as staffApi from "#core/contract/staff";
import { Panel } from "../ui/drawer.tsx";
import { When } from "../ui/format/format.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { ShownOnce } from "../ui/show-once-dialog.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";

type Invited = Answer<typeof staffApi.invite>;

/** No mail is sent: whoever invites hands the link over themselves. */
export function InvitedLink({ of, onClose }: { of: Invited | null; onClose: () => void }) {
  return (
    <ShownOnce title="The invitation is ready" label="Link" value={of?.link ?? null} onClose={onClose}>
      Send this link to {of?.name} ({of?.email}). Whoever opens it chooses a password and is on the team. It works once,
      until <When at={of?.expiresAt ?? null} within />.
    </ShownOnce>
  );
}

interface Values {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
}

export function Invite({ opened, close }: { opened: boolean; close: () => void }) {
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useActForm(staffApi.invite, {
    from: { email: "", name: "", role: "staff", vendorId: "" } as Values, // the widest of what the fields can hold
    asked: ({ email, name, ...who }) => ({ email, name, ...roleAsked(who) }),
    onDone: (answer) => {
      setInvited(answer);
      form.reset();
      close();
    },
  });
  return (
    <>
      <Panel title="Invite somebody" opened={opened} onClose={close} size="md">
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps("name")} />
            <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps("email")} />
            <RoleFields role={form.getValues().role} getInputProps={form.getInputProps} />
            <Text size="sm" c="dimmed">
              You get a link to send them. A second invitation to the same address replaces the first.
            </Text>
            <FormEnd form={form} label="Make the invitation" onCancel={close} />
          </Stack>
        </form>
      </Panel>
      <InvitedLink of={invited} onClose={() => setInvited(null)} />
    </>
  );
}
