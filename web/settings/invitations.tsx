/** The invitations that have not been accepted yet. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as staffApi from "#core/contract/staff";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { useAllPages, useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { type CreatedInvitation, InvitationLinkDialog } from "./invite-drawer.tsx";
import classes from "./settings.module.css";
import { useRoles } from "./use-roles.ts";

type Invitation = ItemOf<typeof staffApi.listInvitations>;

export function Invitations() {
  const query = useAllPages(staffApi.listInvitations, {});
  const items = query.data ?? [];
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  const [toWithdraw, setToWithdraw] = useState<Invitation | null>(null);
  const withdraw = useApiMutation(staffApi.withdrawInvitation, {
    onSuccess: () => {
      toastSuccess(`Invitation of ${toWithdraw?.name} withdrawn`);
      setToWithdraw(null);
    },
  });
  return (
    <>
      <InvitationLinkDialog invitation={created} onClose={() => setCreated(null)} />
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {items.length > 0 && (
        <Card title="Invitations">
          <Stack gap={0}>
            {items.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onNewLink={setCreated}
                onWithdraw={() => setToWithdraw(invitation)}
              />
            ))}
          </Stack>
        </Card>
      )}
      <ConfirmDialog
        title={`Withdraw the invitation of ${toWithdraw?.name}?`}
        opened={toWithdraw !== null}
        onClose={() => setToWithdraw(null)}
        confirmLabel="Withdraw invitation"
        color="red"
        onConfirm={() => toWithdraw && withdraw.mutate({ id: toWithdraw.id })}
        mutation={withdraw}
      >
        The link that you sent them will no longer work. You can invite them again.
      </ConfirmDialog>
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly onNewLink: (created: CreatedInvitation) => void;
  readonly onWithdraw: () => void;
}

function InvitationRow({ invitation, onNewLink, onWithdraw }: InvitationRowProps) {
  const { can } = useSession();
  const { titleOf, canGrant } = useRoles();
  const { nameOf } = useVendors();
  const { email, name, role, vendorId } = invitation;
  const invite = useApiMutation(staffApi.invite, { onSuccess: onNewLink });
  const isExpired = new Date(invitation.expiresAt).getTime() < Date.now();
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
          {isExpired && <Badge color="orange">Expired</Badge>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email} · invited{invitation.invitedBy && ` by ${invitation.invitedBy.name}`}{" "}
          <DateTime value={invitation.createdAt} inSentence />
          {!isExpired && (
            <>
              , until <DateTime value={invitation.expiresAt} inSentence />
            </>
          )}
        </Text>
      </div>
      <Group gap={6}>
        {can(staffApi.invite) && canGrant(role) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={invite.isPending}
            aria-label={`New link for ${name}`}
            onClick={() => invite.mutate({ email, name, role, ...(vendorId && { vendorId }) }, { onError: toastError })}
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
