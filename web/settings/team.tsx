/** Everybody who can sign in, and who has been invited to. */
import { Button, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as staffApi from "#core/contract/staff";
import { useSession } from "../api/session.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { drawerLink } from "../ui/links.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite-drawer.tsx";
import { MemberForm } from "./member-form.tsx";
import { KeysLeft, type Left } from "./remaining-keys-dialog.tsx";
import { RoleBadge } from "./role-badge.tsx";

export type Member = Answer<typeof staffApi.list>["items"][number];

const isStaff = idParam("stf");

const columns: readonly Column<Member>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "email", title: "E-mail", unlabeled: true, cell: ({ email }) => email },
  {
    id: "role",
    title: "Role",
    unlabeled: true,
    cell: ({ role, vendorId }) => <RoleBadge role={role} vendorId={vendorId} />,
  },
  { id: "seen", title: "Last seen", cell: ({ lastSeenAt }) => <DateTime value={lastSeenAt} dimmed /> },
  {
    id: "joined",
    title: "Joined",
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateTime value={createdAt} dimmed />,
  },
];

const link = drawerLink("member");

export default function Team() {
  const { user, can } = useSession();
  const pages = usePaginatedQuery(staffApi.list, {});
  const invite = useDrawer("invite");
  const member = useRecordDrawer("member", isStaff);
  const opened = pages.items?.find(({ id }) => id === member.of);
  const [left, setLeft] = useState<Left | null>(null);
  const canInvite = can(staffApi.invite);
  useShortcuts("Team", canInvite ? [{ keys: "n", label: "Invite somebody", run: invite.open }] : []);
  return (
    <Page
      title="Team"
      actions={
        canInvite && (
          <Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>
            Invite somebody
          </Button>
        )
      }
    >
      <Invitations />
      <DataTable
        name="team"
        pages={pages}
        columns={columns}
        {...(can(staffApi.setRole) && { rowLink })}
        emptyState={<EmptyState title="Nobody on this page" />}
      />
      {canInvite && <Invite opened={invite.opened} onClose={invite.close} />}
      <KeysLeft remaining={left?.keys.length ? left : null} onClose={() => setLeft(null)} />
      {can(staffApi.setRole) && (
        <Drawer title={opened?.name ?? "Somebody of the team"} opened={member.opened} onClose={member.close} size="md">
          {opened ? (
            <MemberForm
              key={opened.id}
              member={opened}
              isMe={opened.id === user.id}
              onRemoved={setLeft}
              onClose={member.close}
            />
          ) : (
            <Text size="sm">They are not on this page of the team, or not on the team any more.</Text>
          )}
        </Drawer>
      )}
    </Page>
  );
}
