/** One person of the team: another role, signed out everywhere, removed. */
import { Alert, Button, Divider, Stack, Text } from "@mantine/core";
import { IconLogout, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import * as staff from "#core/contract/staff";
import { useAct } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { countText, When } from "../ui/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { sayDone, sayRefused } from "../ui/said.tsx";
import { Sure } from "../ui/sure.tsx";
import type { Named } from "./named-keys.tsx";
import { RightsChange, taken } from "./rights-change.tsx";
import { RoleFields, roleAsked } from "./role-fields.tsx";
import type { Member } from "./team.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  readonly of: Member;
  readonly isMe: boolean;
  /** Once power was taken away: the keys that somebody should look at. */
  readonly onKeys: (keys: Named) => void;
  readonly close: () => void;
}

export function MemberForm({ of, isMe, onKeys, close }: Props) {
  const { may, mayRight } = useSession();
  const { mayGive, rightsOf, titleOf } = useRoles();
  const { id, name, role, vendorId } = of;
  const revoke = useAct(staff.revokeSessions, {
    onDone: ({ ended }) => sayDone(`${name} is signed out: ${countText(ended, "session")} ended`),
  });
  const form = useActForm(staff.setRole, {
    from: { role, vendorId: vendorId ?? ("" as const) },
    asked: (values) => ({ id, ...roleAsked(values) }),
    onDone: (answer) => {
      sayDone(`${name} is ${titleOf(answer.role)} now`);
      const { keys, keyCount: count } = answer;
      if (count > 0) {
        const title = `${countText(count, "API key")} of ${name} ${count === 1 ? "is" : "are"} held to ${titleOf(answer.role)}`;
        const why = `${name} made them, or one of their keys did, and they could do more. From now on they may do no more than ${titleOf(answer.role)} may. Revoke those that no program needs.`;
        onKeys({ title, why, keys, count });
      }
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
            {taken({ before: rightsOf(role), after: rightsOf(wanted.role) }).length > 0 && (
              <Text size="sm">
                API keys that they made are held to what {titleOf(wanted.role)} may do: you are shown which.
              </Text>
            )}
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
        {mayRight("audit.read") && (
          <TextLink to="/settings/audit" search={{ actor: id }} size="sm">
            What they did, in the audit
          </TextLink>
        )}
        {may(staff.revokeSessions) && (
          <Button
            variant="default"
            leftSection={<IconLogout size={16} />}
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id }, { onError: sayRefused })}
          >
            Sign {isMe ? "yourself" : "them"} out everywhere
          </Button>
        )}
        {may(staff.remove) && !above && <Remove of={of} onKeys={onKeys} close={close} />}
      </Stack>
    </Stack>
  );
}

function Remove({ of: { id, name }, onKeys, close }: Omit<Props, "isMe">) {
  const [asking, setAsking] = useState(false);
  const remove = useAct(staff.remove, {
    onDone: ({ keys, keyCount: count }) => {
      sayDone(`${name} is no longer on the team`);
      const title = `${countText(count, "API key")} of ${name} still ${count === 1 ? "works" : "work"}`;
      const why = `${name} made them, or one of their keys did, and has seen them. Programs of the store may use them: revoke those that only ${name} used.`;
      if (count > 0) onKeys({ title, why, keys, count });
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
