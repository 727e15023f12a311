/** Who has been invited and has not come yet. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as staffApi from "#core/contract/staff";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
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
      toastSuccess(`The invitation of ${leaving?.name} is withdrawn`);
      setLeaving(null);
    },
  });
  return (
    <>
      <InvitedLink invited={link} onClose={() => setLink(null)} />
      {items.length > 0 && (
        <Card title="Invited">
          <Stack gap={0}>
            {items.map((each) => (
              <Row key={each.id} invitation={each} onLink={setLink} onWithdraw={() => setLeaving(each)} />
            ))}
          </Stack>
        </Card>
      )}
      <ConfirmDialog
        title={`Withdraw the invitation of ${leaving?.name}?`}
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        confirmLabel="Withdraw the invitation"
        color="red"
        onConfirm={() => leaving && withdraw.mutate({ id: leaving.id })}
        mutation={withdraw}
      >
        The link that they were sent opens nothing any more. You can invite them again.
      </ConfirmDialog>
    </>
  );
}

interface RowProps {
  readonly invitation: Invitation;
  readonly onLink: (invited: Answer<typeof staffApi.invite>) => void;
  readonly onWithdraw: () => void;
}

function Row({ invitation, onLink, onWithdraw }: RowProps) {
  const { can } = useSession();
  const { titleOf, mayGive } = useRoles();
  const { nameOf } = useVendors();
  const { email, name, role, vendorId } = invitation;
  const again = useApiMutation(staffApi.invite, { onSuccess: onLink });
  const over = new Date(invitation.expiresAt).getTime() < Date.now();
  return (
    <Group justify="space-between" gap="xs" py={8} className={classes["row"]}>
      <div>
        <Group gap={8}>
          <Text size="sm" fw={550}>
            {name}
          </Text>
          <Badge color="gray">
            {titleOf(role)}
            {vendorId && ` · ${nameOf(vendorId)}`}
          </Badge>
          {over && <Badge color="orange">Expired</Badge>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email} · invited{invitation.invitedBy && ` by ${invitation.invitedBy.name}`} <DateTime value={invitation.createdAt} inSentence />
          {!over && (
            <>
              , until <DateTime value={invitation.expiresAt} inSentence />
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
            onClick={() => again.mutate({ email, name, role, ...(vendorId && { vendorId }) }, { onError: toastError })}
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
