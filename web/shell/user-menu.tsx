/** Who is signed in, and how to sign out. */
import { ActionIcon, Box, Menu, Text } from "@mantine/core";
import * as sessionApi from "#core/contract/session";
import { callApi } from "../api/api-client.ts";
import { clearAnswers } from "../api/kept.ts";
import { markSignedOut, useSession } from "../api/session.tsx";
import { CircleUserRoundIcon, LockIcon, LogOutIcon } from "../ui/icons.ts";
import { MenuLink } from "../ui/links/menu-link.tsx";
import { toastError } from "../ui/toast.tsx";

export default function UserMenu() {
  const { user } = useSession();
  // Not a mutation, which would refetch everything: afterwards no one is signed in.
  const signOut = async () => {
    // Also offline, so that the next user of this browser can read nothing.
    await clearAnswers();
    await callApi(sessionApi.signOut, {}).then(async () => {
      await clearAnswers();
      markSignedOut();
      location.assign("/");
    }, toastError);
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Signed in as ${user.name}`}>
          <CircleUserRoundIcon size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py={6}>
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {user.title}
            {user.vendor && ` · ${user.vendor.name}`}
          </Text>
        </Box>
        <Menu.Divider />
        <MenuLink to="/settings/password" leftSection={<LockIcon size={15} />}>
          Name and password
        </MenuLink>
        <Menu.Item leftSection={<LogOutIcon size={15} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
