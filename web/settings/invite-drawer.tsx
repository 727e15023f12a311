/** Invites someone to the team. No email is sent: the inviter passes on the link. */
import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Id } from "#core/contract/kit/fields";
import type { Answer } from "#core/contract/kit/operation";
import * as staffApi from "#core/contract/staff";
import type { Role } from "#core/contract/values/rights";
import { ShowOnceDialog } from "../ui/dialogs/show-once-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { RoleFields, roleInput } from "./role-fields.tsx";

export type CreatedInvitation = Answer<typeof staffApi.invite>;

interface InvitationLinkDialogProps {
  readonly invitation: CreatedInvitation | null;
  readonly onClose: () => void;
}

export function InvitationLinkDialog({ invitation, onClose }: InvitationLinkDialogProps) {
  return (
    <ShowOnceDialog title="Invitation created" label="Link" value={invitation?.link ?? null} onClose={onClose}>
      Send this link to {invitation?.name} ({invitation?.email}). Whoever opens it chooses a password and joins the
      team. It works once, until <DateTime value={invitation?.expiresAt ?? null} inSentence />.
    </ShowOnceDialog>
  );
}

interface Values {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
}

export function InviteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [invitation, setInvitation] = useState<CreatedInvitation | null>(null);
  const form = useApiForm(staffApi.invite, {
    initialValues: { email: "", name: "", role: "staff", vendorId: "" } as Values, // the full types of the fields
    toInput: ({ email, name, ...role }) => ({ email, name, ...roleInput(role) }),
    onSuccess: (answer) => {
      setInvitation(answer);
      form.reset();
      onClose();
    },
  });
  return (
    <>
      <Drawer title="Invite someone" opened={opened} onClose={onClose} size="md">
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps("name")} />
            <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps("email")} />
            <RoleFields role={form.getValues().role} getInputProps={form.getInputProps} />
            <Text size="sm" c="dimmed">
              You will get a link to send to them. A new invitation to the same address replaces the old one.
            </Text>
            <FormFooter form={form} submitLabel="Create invitation" onCancel={onClose} />
          </Stack>
        </form>
      </Drawer>
      <InvitationLinkDialog invitation={invitation} onClose={() => setInvitation(null)} />
    </>
  );
}
