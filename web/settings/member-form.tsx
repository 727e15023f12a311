/** One person of the team: another role, signed out everywhere, removed. */
import { Alert, Button, Divider, Stack, Text } from "@mantine/core";
import { IconLogout, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import * as staffApi from "#core/contract/staff";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { TextLink } from "../ui/links.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import type { Left } from "./remaining-keys-dialog.tsx";
import { RightsChange } from "./rights-diff.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";
import type { Member } from "./team.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  readonly member: Member;
  readonly isMe: boolean;
  /** Once somebody is removed: the keys that go on working. */
  readonly onRemoved: (left: Left) => void;
  readonly onClose: () => void;
}

export function MemberForm({ member, isMe, onRemoved, onClose }: Props) {
  const { can, hasRight } = useSession();
  const { mayGive, rightsOf, titleOf } = useRoles();
  const { id, name, role, vendorId } = member;
  const revoke = useApiMutation(staffApi.revokeSessions, {
    onSuccess: ({ ended }) => toastSuccess(`${name} is signed out: ${countText(ended, "session")} ended`),
  });
  const form = useApiForm(staffApi.setRole, {
    initialValues: { role, vendorId: vendorId ?? ("" as const) },
    toInput: (values) => ({ id, ...roleAsked(values) }),
    onSuccess: (answer) => {
      toastSuccess(`${name} is ${titleOf(answer.role)} now`);
      onClose();
    },
  });
  const wanted = form.getValues();
  // Whoever stands above one is out of one's hands.
  const above = !mayGive(role);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {member.email} · joined <DateTime value={member.createdAt} inSentence /> · last seen{" "}
        <DateTime value={member.lastSeenAt} inSentence />
      </Text>
      {above ? (
        <Alert color="gray">{name} may do more than you, so you cannot change or remove them.</Alert>
      ) : (
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <RoleFields role={wanted.role} getInputProps={form.getInputProps} />
            <RightsChange before={rightsOf(role)} after={rightsOf(wanted.role)} />
            {isMe && wanted.role !== role && (
              <Alert color="orange">This is you. What it takes away you cannot give back to yourself.</Alert>
            )}
            {form.isDirty() && (
              <FormFooter form={form} submitLabel={`Make ${name} ${titleOf(wanted.role)}`} onCancel={form.reset} />
            )}
          </Stack>
        </form>
      )}
      <Divider />
      <Stack gap="xs" align="flex-start">
        {hasRight("audit.read") && (
          <TextLink to="/settings/audit" search={{ actor: id }} size="sm">
            What they did, in the audit
          </TextLink>
        )}
        {can(staffApi.revokeSessions) && (
          <Button
            variant="default"
            leftSection={<IconLogout size={16} />}
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id }, { onError: toastError })}
          >
            Sign {isMe ? "yourself" : "them"} out everywhere
          </Button>
        )}
        {can(staffApi.remove) && !above && <Remove member={member} onRemoved={onRemoved} onClose={onClose} />}
      </Stack>
    </Stack>
  );
}

function Remove({ member: { id, name }, onRemoved, onClose }: Omit<Props, "isMe">) {
  const [asking, setAsking] = useState(false);
  const remove = useApiMutation(staffApi.remove, {
    onSuccess: ({ keys }) => {
      toastSuccess(`${name} is no longer on the team`);
      onRemoved({ name, keys });
      onClose();
    },
  });
  return (
    <>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconUserMinus size={16} />}
        onClick={() => setAsking(true)}
      >
        Remove from the team
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        opened={asking}
        onClose={() => setAsking(false)}
        confirmLabel={`Remove ${name}`}
        color="red"
        onConfirm={() => remove.mutate({ id })}
        mutation={remove}
      >
        They are signed out at once, and the invitations that they sent open nothing any more. API keys that they made
        go on working: you are shown which. What they did stays in the audit.
      </ConfirmDialog>
    </>
  );
}
