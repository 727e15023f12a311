/** Everybody who can sign in, and who has been invited to. */
import { Button, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as staffApi from "#core/contract/staff";
import { useSession } from "../api/session.tsx";
import { Panel } from "../ui/drawer.tsx";
import { When } from "../ui/format/format.tsx";
import { opens } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
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
  { id: "email", title: "E-mail", plain: true, cell: ({ email }) => email },
  {
    id: "role",
    title: "Role",
    plain: true,
    cell: ({ role, vendorId }) => <RoleBadge role={role} vendorId={vendorId} />,
  },
  { id: "seen", title: "Last seen", cell: ({ lastSeenAt }) => <When at={lastSeenAt} dimmed /> },
  { id: "joined", title: "Joined", aside: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

const link = opens("member");

export default function Team() {
  const { user, can } = useSession();
  const pages = usePages(staffApi.list, {});
  const invite = useDrawer("invite");
  const member = useRecordDrawer("member", isStaff);
  const opened = pages.items?.find(({ id }) => id === member.of);
  const [left, setLeft] = useState<Left | null>(null);
  const canInvite = can(staffApi.invite);
  useKeys("Team", canInvite ? [{ keys: "n", does: "Invite somebody", run: invite.open }] : []);
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
        of="team"
        pages={pages}
        columns={columns}
        {...(can(staffApi.setRole) && { link })}
        empty={<Empty title="Nobody on this page" />}
      />
      {canInvite && <Invite opened={invite.opened} close={invite.close} />}
      <KeysLeft of={left?.keys.length ? left : null} onClose={() => setLeft(null)} />
      {can(staffApi.setRole) && (
        <Panel title={opened?.name ?? "Somebody of the team"} opened={member.opened} onClose={member.close} size="md">
          {opened ? (
            <MemberForm
              key={opened.id}
              of={opened}
              isMe={opened.id === user.id}
              onRemoved={setLeft}
              close={member.close}
            />
          ) : (
            <Text size="sm">They are not on this page of the team, or not on the team any more.</Text>
          )}
        </Panel>
      )}
    </Page>
  );
}
