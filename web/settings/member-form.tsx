/** A team member: change name, email and role, sign out everywhere, remove. */
import { Alert, Button, Divider, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as staffApi from "#core/contract/staff";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ShowOnceDialog } from "../ui/dialogs/show-once-dialog.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { LockIcon, LogOutIcon, UserMinusIcon } from "../ui/icons.ts";
import { TextLink } from "../ui/links/links.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import type { RemainingKeys } from "./remaining-keys-dialog.tsx";
import { RightsDiff, removedRights } from "./rights-diff.tsx";
import { RoleFields, roleInput } from "./role-fields.tsx";
import { useRoles } from "./use-roles.ts";

export type Member = ItemOf<typeof staffApi.list>;

interface Props {
  readonly member: Member;
  readonly isMe: boolean;
  /** Called after a role was lowered or a member removed, if some of their API keys still work. */
  readonly onRemainingKeys: (remaining: RemainingKeys) => void;
  readonly onClose: () => void;
}

export function MemberForm({ member, isMe, onRemainingKeys, onClose }: Props) {
  const { can, hasRight } = useSession();
  const { canGrant, rightsOf, titleOf } = useRoles();
  const { id, name, role, vendorId } = member;
  const signOut = useApiMutation(staffApi.revokeSessions, {
    onSuccess: ({ ended }) => toastSuccess(`${name} signed out of ${countText(ended, "session")}`),
  });
  const form = useApiForm(staffApi.setRole, {
    initialValues: { role, vendorId: vendorId ?? ("" as const) },
    toInput: (values) => ({ id, ...roleInput(values) }),
    onSuccess: (answer) => {
      const roleTitle = titleOf(answer.role);
      toastSuccess(`${name} now has the role ${roleTitle}`);
      const { keys, keyCount: count } = answer;
      if (count > 0) {
        onRemainingKeys({
          title: `${countText(count, "API key")} of ${name} ${count === 1 ? "is" : "are"} now limited to ${roleTitle}`,
          explanation: `${name} created them, or a key of theirs did, when they were allowed more. Now they can do no more than the role ${roleTitle}. Revoke those that no program needs.`,
          keys,
          count,
        });
      }
      onClose();
    },
  });
  const newRole = form.getValues().role;
  const change = { before: rightsOf(role), after: rightsOf(newRole) };
  const hasMoreRights = !canGrant(role);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {member.email} · joined <DateTime value={member.createdAt} inSentence /> · last seen{" "}
        <DateTime value={member.lastSeenAt} inSentence />
      </Text>
      {hasMoreRights ? (
        <Alert color="gray">{name} has rights that you do not have, so you cannot change or remove them.</Alert>
      ) : (
        <>
          <DetailsForm member={member} isMe={isMe} />
          <form onSubmit={form.onSubmit} noValidate>
            <Stack gap="sm">
              <RoleFields role={newRole} getInputProps={form.getInputProps} />
              <RightsDiff {...change} />
              {removedRights(change).length > 0 && (
                <Text size="sm">
                  API keys that they created will be limited to the role {titleOf(newRole)}. You will see which ones.
                </Text>
              )}
              {isMe && newRole !== role && (
                <Alert color="orange">This is your own account. You cannot give yourself back what this removes.</Alert>
              )}
              {form.isDirty() && (
                <FormFooter form={form} submitLabel={`Change the role to ${titleOf(newRole)}`} onCancel={form.reset} />
              )}
            </Stack>
          </form>
        </>
      )}
      <Divider />
      <Stack gap="xs" align="flex-start">
        {hasRight("audit.read") && (
          <TextLink to="/settings/audit" search={{ actor: id }} size="sm">
            Show their actions in the audit log
          </TextLink>
        )}
        {can(staffApi.revokeSessions) && (isMe || !hasMoreRights) && (
          <Button
            variant="default"
            leftSection={<LogOutIcon size={16} />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate({ id }, { onError: toastError })}
          >
            Sign {isMe ? "yourself" : "them"} out everywhere
          </Button>
        )}
        {can(staffApi.resetPassword) && !isMe && !hasMoreRights && <ResetPassword member={member} />}
        {can(staffApi.remove) && !hasMoreRights && (
          <RemoveMember member={member} onRemainingKeys={onRemainingKeys} onClose={onClose} />
        )}
      </Stack>
    </Stack>
  );
}

function DetailsForm({ member: { id, name, email }, isMe }: Pick<Props, "member" | "isMe">) {
  const form = useApiForm(staffApi.edit, {
    initialValues: { name, email },
    toInput: (values) => ({ id, ...values }),
    onSuccess: (saved) => toastSuccess(`${saved.name} saved`),
  });
  const newEmail = form.getValues().email.trim().toLowerCase();
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" {...form.getInputProps("name")} />
        <TextInput label="Email" type="email" {...form.getInputProps("email")} />
        {newEmail !== email && (
          <Text size="sm">
            {isMe
              ? "You sign in with the new address from now on, and are signed out on all other devices."
              : "They are signed out everywhere, and sign in with the new address and their password."}
          </Text>
        )}
        {form.isDirty() && <FormFooter form={form} submitLabel="Save" onCancel={form.reset} />}
      </Stack>
    </form>
  );
}

function ResetPassword({ member: { id, name } }: Pick<Props, "member">) {
  const [created, setCreated] = useState<Answer<typeof staffApi.resetPassword> | null>(null);
  const reset = useApiMutation(staffApi.resetPassword, { onSuccess: setCreated });
  return (
    <>
      <Button
        variant="default"
        leftSection={<LockIcon size={16} />}
        loading={reset.isPending}
        onClick={() => reset.mutate({ id }, { onError: toastError })}
      >
        Create a link to a new password
      </Button>
      <ShowOnceDialog
        title="Link to a new password"
        label="Link"
        value={created?.link ?? null}
        onClose={() => setCreated(null)}
      >
        {name} gets this link at {created?.email} if the store sends email; otherwise send it to them. Whoever opens it
        chooses a new password. It works once, until <DateTime value={created?.expiresAt ?? null} inSentence />. Until
        then their password stays as it is.
      </ShowOnceDialog>
    </>
  );
}

function RemoveMember({ member: { id, name }, onRemainingKeys, onClose }: Omit<Props, "isMe">) {
  const [opened, setOpened] = useState(false);
  const remove = useApiMutation(staffApi.remove, {
    onSuccess: ({ keys, keyCount: count }) => {
      toastSuccess(`${name} removed from the team`);
      if (count > 0) {
        onRemainingKeys({
          title: `${countText(count, "API key")} of ${name} still ${count === 1 ? "works" : "work"}`,
          explanation: `${name} created them, or a key of theirs did, and may know them. Programs of the store may use them. Revoke those that only ${name} used.`,
          keys,
          count,
        });
      }
      onClose();
    },
  });
  return (
    <>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<UserMinusIcon size={16} />}
        onClick={() => setOpened(true)}
      >
        Remove from the team
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        opened={opened}
        onClose={() => setOpened(false)}
        confirmLabel={`Remove ${name}`}
        color="red"
        onConfirm={() => remove.mutate({ id })}
        mutation={remove}
      >
        They are signed out immediately, and the invitations that they sent are no longer valid. API keys that they
        created keep working: you will see which ones. Their actions stay in the audit log.
      </ConfirmDialog>
    </>
  );
}
