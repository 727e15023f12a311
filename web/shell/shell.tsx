/** The frame around every screen: the navigation, the search, the shortcuts, light and dark. */
import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Kbd,
  Menu,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { IconKeyboard, IconLock, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from "@tabler/icons-react";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import * as sessionApi from "#core/contract/session";
import { callApi } from "../api/api-client.ts";
import { holdRequestsUntilSignIn, markSignedOut, useSession } from "../api/session.tsx";
import { bufferTyping, listenForShortcuts, useShortcuts } from "../ui/shortcuts.ts";
import { toastError } from "../ui/toast.tsx";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { type NavItem, navItems } from "./navigation.ts";
import { NavigationMenu } from "./navigation-menu.tsx";
import classes from "./shell.module.css";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { SignInDialog } from "./sign-in.tsx";

/** A palette that cannot be loaded must not take the screen down: somebody may be typing there. */
const loadPalette = (): Promise<{ default: (props: CommandPaletteProps) => ReactNode }> =>
  import("./command-palette.tsx").catch(() => ({ default: MissingPalette }));
const CommandPalette = lazy(loadPalette);
/** What it knows of jobs is loaded after the screen; without it one looks at their list. */
const JobPill = lazy(
  (): Promise<{ default: () => ReactNode }> => import("../jobs/job-pill.tsx").catch(() => ({ default: () => null })),
);

function MissingPalette({ opened, onClose }: CommandPaletteProps) {
  useEffect(() => {
    if (!opened) return;
    toastError(new Error("The search could not be loaded. Save what you typed, then reload the page."));
    onClose();
  }, [opened, onClose]);
  return null;
}

/** The screens that this person may open. */
function useNavItems(): readonly NavItem[] {
  const { user, hasRight } = useSession();
  return navItems.filter(({ right, vendor }) => {
    if (user.vendor && vendor === "closed") return false;
    return right === null || hasRight(right);
  });
}

export function Shell() {
  const [menuOpened, { toggle, close }] = useDisclosure(false);
  const [palette, setPalette] = useState<"never" | "open" | "closed">("never");
  const [shortcutsOpened, shortcutsDialog] = useDisclosure(false);
  const navigate = useNavigate();
  const items = useNavItems();
  const { user } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const toggleColorScheme = () => setColorScheme(scheme === "dark" ? "light" : "dark");

  const openPalette = () => {
    bufferTyping(true);
    setPalette("open");
  };
  const closePalette = () => {
    bufferTyping(false);
    setPalette("closed");
  };

  useEffect(holdRequestsUntilSignIn, []);
  useEffect(listenForShortcuts, []);
  // Loaded when the screen is probably idle, so that it is there when it is first opened.
  useEffect(() => {
    const timer = setTimeout(loadPalette, 1_500);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts("Everywhere", [
    { keys: "mod+k", label: "Search, or run an action", run: openPalette, whileTyping: true },
    { keys: "?", label: "Show the keyboard shortcuts", run: shortcutsDialog.toggle },
    ...items.flatMap(({ key, label, to }) =>
      key ? [{ keys: `g ${key}`, label: `Go to ${label}`, run: () => void navigate({ to }) }] : [],
    ),
  ]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !menuOpened } }}
      padding={{ base: "sm", sm: "lg" }}
      transitionDuration={120}
    >
      <AppShell.Header className={classes["header"]}>
        <a href="#content" className={classes["skip"]}>
          Skip to the content
        </a>
        <Group h="100%" px="sm" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={menuOpened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <img src="/icon.svg" alt="" width={26} height={26} />
            <StoreName />
          </Group>
          <SearchButton onClick={openPalette} />
          <Group gap={4} wrap="nowrap">
            <Suspense>{!user.vendor && <JobPill />}</Suspense>
            <Tooltip label="Keyboard shortcuts (?)">
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={shortcutsDialog.open}
                aria-label="Keyboard shortcuts"
                visibleFrom="sm"
              >
                <IconKeyboard size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={scheme === "dark" ? "Light" : "Dark"}>
              <ActionIcon variant="subtle" color="gray" onClick={toggleColorScheme} aria-label="Light or dark">
                {scheme === "dark" ? <IconSun size={18} /> : <IconMoon size={18} />}
              </ActionIcon>
            </Tooltip>
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes["navbar"]} aria-label="Main navigation">
        <ScrollArea type="scroll">
          <NavigationMenu items={items} onNavigate={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main className={classes["main"]} id="content">
        <Box className={classes["content"]}>
          <Outlet />
        </Box>
      </AppShell.Main>
      <LeaveDialog />
      {palette !== "never" && (
        <Suspense>
          <CommandPalette
            opened={palette === "open"}
            onClose={closePalette}
            navItems={items}
            toggleColorScheme={toggleColorScheme}
          />
        </Suspense>
      )}
      <ShortcutsDialog opened={shortcutsOpened} onClose={shortcutsDialog.close} />
      <SignInDialog />
    </AppShell>
  );
}

function StoreName() {
  const { store } = useSession();
  return (
    <Text fw={620} truncate>
      {store.name}
    </Text>
  );
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const mac = useOs() === "macos";
  return (
    <>
      <UnstyledButton
        onClick={onClick}
        visibleFrom="sm"
        px="sm"
        h={32}
        w={300}
        bd="1px solid var(--mantine-color-default-border)"
        style={{ borderRadius: "var(--mantine-radius-md)" }}
      >
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" c="dimmed" wrap="nowrap">
            <IconSearch size={14} />
            <Text size="sm">Search</Text>
          </Group>
          <Kbd size="xs" aria-hidden="true">
            {mac ? "⌘ K" : "Ctrl K"}
          </Kbd>
        </Group>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} hiddenFrom="sm" ml="auto" aria-label="Search">
        <IconSearch size={18} />
      </ActionIcon>
    </>
  );
}

function UserMenu() {
  const { user } = useSession();
  // Not a mutation, which would fetch everything again: afterwards nobody is signed in.
  const signOut = () =>
    callApi(sessionApi.signOut, {}).then(() => {
      markSignedOut();
      location.assign("/");
    }, toastError);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Signed in as ${user.name}`}>
          <IconUserCircle size={20} />
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
        <Menu.Item component={Link} to="/settings/password" leftSection={<IconLock size={15} />}>
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
