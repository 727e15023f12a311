/** One person of the team: another role, signed out everywhere, removed. */
import { Alert, Button, Divider, Stack, Text } from "@mantine/core";
import { IconLogout, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import * as staffApi from "#core/contract/staff";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { countText, When } from "../ui/format/format.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { TextLink } from "../ui/links.tsx";
import { sayDone, sayRefused } from "../ui/toast.tsx";
import type { Left } from "./remaining-keys-dialog.tsx";
import { RightsChange } from "./rights-diff.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";
import type { Member } from "./team.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  readonly of: Member;
  readonly isMe: boolean;
  /** Once somebody is removed: the keys that go on working. */
  readonly onRemoved: (left: Left) => void;
  readonly close: () => void;
}

export function MemberForm({ of, isMe, onRemoved, close }: Props) {
  const { can, hasRight } = useSession();
  const { mayGive, rightsOf, titleOf } = useRoles();
  const { id, name, role, vendorId } = of;
  const revoke = useApiMutation(staffApi.revokeSessions, {
    onSuccess: ({ ended }) => sayDone(`${name} is signed out: ${countText(ended, "session")} ended`),
  });
  const form = useActForm(staffApi.setRole, {
    from: { role, vendorId: vendorId ?? ("" as const) },
    asked: (values) => ({ id, ...roleAsked(values) }),
    onDone: (answer) => {
      sayDone(`${name} is ${titleOf(answer.role)} now`);
      close();
    },
  });
  const wanted = form.getValues();
  // Whoever stands above one is out of one's hands.
  const above = !mayGive(role);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {of.email} · joined <When at={of.createdAt} within /> · last seen <When at={of.lastSeenAt} within />
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
              <FormEnd form={form} label={`Make ${name} ${titleOf(wanted.role)}`} onCancel={form.reset} />
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
            onClick={() => revoke.mutate({ id }, { onError: sayRefused })}
          >
            Sign {isMe ? "yourself" : "them"} out everywhere
          </Button>
        )}
        {can(staffApi.remove) && !above && <Remove of={of} onRemoved={onRemoved} close={close} />}
      </Stack>
    </Stack>
  );
}

function Remove({ of: { id, name }, onRemoved, close }: Omit<Props, "isMe">) {
  const [asking, setAsking] = useState(false);
  const remove = useApiMutation(staffApi.remove, {
    onSuccess: ({ keys }) => {
      sayDone(`${name} is no longer on the team`);
      onRemoved({ name, keys });
      close();
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
      <Sure
        title={`Remove ${name}?`}
        opened={asking}
        onClose={() => setAsking(false)}
        does={`Remove ${name}`}
        color="red"
        onSure={() => remove.mutate({ id })}
        act={remove}
      >
        They are signed out at once, and the invitations that they sent open nothing any more. API keys that they made
        go on working: you are shown which. What they did stays in the audit.
      </Sure>
    </>
  );
}
