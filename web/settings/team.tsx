/** The people who can sign in, and the open invitations. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import * as staffApi from "#core/contract/staff";
import { useSession } from "../api/session.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { UserPlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { drawerLink, SecondaryLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";
import { Invitations } from "./invitations.tsx";
import { InviteDrawer } from "./invite-drawer.tsx";
import { type Member, MemberForm } from "./member-form.tsx";
import { type RemainingKeys, RemainingKeysDialog } from "./remaining-keys-dialog.tsx";
import { RoleBadge } from "./role-badge.tsx";

const staffIdParam = idParam("stf");

const columns: readonly Column<Member>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "email", title: "Email", unlabeled: true, cell: ({ email }) => email },
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

const rowLink = drawerLink("member");

export default function Team() {
  const { user, can } = useSession();
  const pages = usePaginatedQuery(staffApi.list, {});
  const inviteDrawer = useDrawer("invite");
  const memberDrawer = useRecordDrawer("member", staffIdParam);
  const member = pages.items?.find(({ id }) => id === memberDrawer.id);
  const [remaining, setRemaining] = useState<RemainingKeys | null>(null);
  const canInvite = can(staffApi.invite);
  useShortcuts("Team", canInvite ? [{ keys: "n", label: "Invite someone", run: inviteDrawer.open }] : []);
  return (
    <Page
      title="Team"
      actions={
        canInvite && (
          <Button leftSection={<UserPlusIcon size={16} />} onClick={inviteDrawer.open}>
            Invite someone
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
        emptyState={
          <EmptyState
            title="No team members on this page"
            action={<SecondaryLink to="/settings/team">First page</SecondaryLink>}
          />
        }
      />
      {canInvite && <InviteDrawer opened={inviteDrawer.opened} onClose={inviteDrawer.close} />}
      <RemainingKeysDialog remaining={remaining} onClose={() => setRemaining(null)} />
      {can(staffApi.setRole) && (
        <Drawer
          title={member?.name ?? "Team member"}
          opened={memberDrawer.opened}
          onClose={memberDrawer.close}
          size="md"
        >
          {member ? (
            <MemberForm
              key={member.id}
              member={member}
              isMe={member.id === user.id}
              onRemainingKeys={setRemaining}
              onClose={memberDrawer.close}
            />
          ) : (
            <Text size="sm">They are on another page, or no longer on the team.</Text>
          )}
        </Drawer>
      )}
    </Page>
  );
}
