/** Who has been invited and has not come yet. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as staffApi from "#core/contract/staff";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { Tag } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { When } from "../ui/format/format.tsx";
import { sayDone, sayRefused } from "../ui/toast.tsx";
import { InvitedLink } from "./invite-drawer.tsx";
import classes from "./settings.module.css";
import { useRoles } from "./use-roles.ts";

type Invitation = Answer<typeof staffApi.listInvitations>["items"][number];

export function Invitations() {
  const answer = useApiQuery(staffApi.listInvitations, { limit: 200 });
  const items = answer.data?.items ?? [];
  const [link, setLink] = useState<Answer<typeof staffApi.invite> | null>(null);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const withdraw = useApiMutation(staffApi.withdrawInvitation, {
    onSuccess: () => {
      sayDone(`The invitation of ${leaving?.name} is withdrawn`);
      setLeaving(null);
    },
  });
  return (
    <>
      <InvitedLink of={link} onClose={() => setLink(null)} />
      {items.length > 0 && (
        <Card title="Invited">
          <Stack gap={0}>
            {items.map((each) => (
              <Row key={each.id} of={each} onLink={setLink} onWithdraw={() => setLeaving(each)} />
            ))}
          </Stack>
        </Card>
      )}
      <Sure
        title={`Withdraw the invitation of ${leaving?.name}?`}
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        does="Withdraw the invitation"
        color="red"
        onSure={() => leaving && withdraw.mutate({ id: leaving.id })}
        act={withdraw}
      >
        The link that they were sent opens nothing any more. You can invite them again.
      </Sure>
    </>
  );
}

interface RowProps {
  readonly of: Invitation;
  readonly onLink: (invited: Answer<typeof staffApi.invite>) => void;
  readonly onWithdraw: () => void;
}

function Row({ of, onLink, onWithdraw }: RowProps) {
  const { can } = useSession();
  const { titleOf, mayGive } = useRoles();
  const { nameOf } = useVendors();
  const { email, name, role, vendorId } = of;
  const again = useApiMutation(staffApi.invite, { onSuccess: onLink });
  const over = new Date(of.expiresAt).getTime() < Date.now();
  return (
    <Group justify="space-between" gap="xs" py={8} className={classes["row"]}>
      <div>
        <Group gap={8}>
          <Text size="sm" fw={550}>
            {name}
          </Text>
          <Tag color="gray">
            {titleOf(role)}
            {vendorId && ` · ${nameOf(vendorId)}`}
          </Tag>
          {over && <Tag color="orange">Expired</Tag>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email} · invited{of.invitedBy && ` by ${of.invitedBy.name}`} <When at={of.createdAt} within />
          {!over && (
            <>
              , until <When at={of.expiresAt} within />
            </>
          )}
        </Text>
      </div>
      <Group gap={6}>
        {can(staffApi.invite) && mayGive(role) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            aria-label={`New link for ${name}`}
            onClick={() => again.mutate({ email, name, role, ...(vendorId && { vendorId }) }, { onError: sayRefused })}
          >
            New link
          </Button>
        )}
        {can(staffApi.withdrawInvitation) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Withdraw the invitation of ${name}`}
            onClick={onWithdraw}
          >
            Withdraw
          </Button>
        )}
      </Group>
    </Group>
  );
}
