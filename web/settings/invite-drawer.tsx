import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Id } from "#core/contract/fields";
import type { Answer } from "#core/contract/kit";
import type { Role } from "#core/contract/rights";
import * as staffApi from "#core/contract/staff";
import { Drawer } from "../ui/drawer.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { ShowOnceDialog } from "../ui/show-once-dialog.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";

type Invited = Answer<typeof staffApi.invite>;

/** No mail is sent: whoever invites hands the link over themselves. */
export function InvitedLink({ invited, onClose }: { invited: Invited | null; onClose: () => void }) {
  return (
    <ShowOnceDialog title="The invitation is ready" label="Link" value={invited?.link ?? null} onClose={onClose}>
      Send this link to {invited?.name} ({invited?.email}). Whoever opens it chooses a password and is on the team. It works once,
      until <DateTime value={invited?.expiresAt ?? null} inSentence />.
    </ShowOnceDialog>
  );
}

interface Values {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
}

export function Invite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useApiForm(staffApi.invite, {
    initialValues: { email: "", name: "", role: "staff", vendorId: "" } as Values, // the widest of what the fields can hold
    toInput: ({ email, name, ...who }) => ({ email, name, ...roleAsked(who) }),
    onSuccess: (answer) => {
      setInvited(answer);
      form.reset();
      onClose();
    },
  });
  return (
    <>
      <Drawer title="Invite somebody" opened={opened} onClose={onClose} size="md">
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps("name")} />
            <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps("email")} />
            <RoleFields role={form.getValues().role} getInputProps={form.getInputProps} />
            <Text size="sm" c="dimmed">
              You get a link to send them. A second invitation to the same address replaces the first.
            </Text>
            <FormFooter form={form} submitLabel="Make the invitation" onCancel={onClose} />
          </Stack>
        </form>
      </Drawer>
      <InvitedLink invited={invited} onClose={() => setInvited(null)} />
    </>
  );
}
