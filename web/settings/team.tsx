/** Everybody who can sign in, and who has been invited to. */
import { Button, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as staff from "#core/contract/staff";
import { useSession } from "../api/session.tsx";
import { idOf, useDrawer, useDrawerOf } from "../ui/address.ts";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { opens } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite.tsx";
import { MemberForm } from "./member.tsx";
import { type Named, NamedKeys } from "./named-keys.tsx";
import { RoleBadge } from "./role-badge.tsx";

export type Member = Answer<typeof staff.list>["items"][number];

const isStaff = idOf("stf");

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
  const { who, may } = useSession();
  const pages = usePages(staff.list, {});
  const invite = useDrawer("invite");
  const member = useDrawerOf("member", isStaff);
  const opened = pages.items?.find(({ id }) => id === member.of);
  const [keys, setKeys] = useState<Named | null>(null);
  const canInvite = may(staff.invite);
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
        {...(may(staff.setRole) && { link })}
        empty={<Empty title="Nobody on this page" />}
      />
      {canInvite && <Invite opened={invite.opened} close={invite.close} />}
      <NamedKeys of={keys} onClose={() => setKeys(null)} />
      {may(staff.setRole) && (
        <Panel title={opened?.name ?? "Somebody of the team"} opened={member.opened} onClose={member.close} size="md">
          {opened ? (
            <MemberForm key={opened.id} of={opened} isMe={opened.id === who.id} onKeys={setKeys} close={member.close} />
          ) : (
            <Text size="sm">They are not on this page of the team, or not on the team any more.</Text>
          )}
        </Panel>
      )}
    </Page>
  );
}
