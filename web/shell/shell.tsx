/** What stands around every screen: navigation by rights, the palette's button, the keys, light and dark. */
import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Kbd,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { IconKeyboard, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from "@tabler/icons-react";
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import * as sessionApi from "#core/contract/session";
import { callApi } from "../api/api-client.ts";
import { holdRequestsUntilSignIn, markSignedOut, useSession } from "../api/session.tsx";
import { holdKeys, listenForKeys, useKeys } from "../ui/shortcuts.ts";
import { sayRefused } from "../ui/toast.tsx";
import type { PaletteProps } from "./command-palette.tsx";
import { groupIcons, type Place, places } from "./navigation.ts";
import classes from "./shell.module.css";
import { KeysHelp } from "./shortcuts-dialog.tsx";
import { SignInAgain } from "./sign-in.tsx";

/** What is open stays open when the palette is not to be had: it holds what somebody is typing. */
const loadPalette = (): Promise<{ default: (props: PaletteProps) => ReactNode }> =>
  import("./command-palette.tsx").catch(() => ({ default: NoPalette }));
const Palette = lazy(loadPalette);

function NoPalette({ opened, onClose }: PaletteProps) {
  useEffect(() => {
    if (!opened) return;
    sayRefused(new Error("The search could not be loaded. Load the page again once you have saved what you typed."));
    onClose();
  }, [opened, onClose]);
  return null;
}

/** The places that this person may go to. */
export function usePlaces(): readonly Place[] {
  const { user, hasRight } = useSession();
  return places.filter(({ right, vendor }) => {
    if (user.vendor && vendor === "closed") return false;
    return right === null || hasRight(right);
  });
}

export function Shell() {
  const [menu, { toggle, close }] = useDisclosure(false);
  const [palette, setPalette] = useState<"never" | "open" | "closed">("never");
  const [keysHelp, help] = useDisclosure(false);
  const navigate = useNavigate();
  const mine = usePlaces();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const flip = () => setColorScheme(scheme === "dark" ? "light" : "dark");

  const find = () => {
    holdKeys(true);
    setPalette("open");
  };
  const found = () => {
    holdKeys(false);
    setPalette("closed");
  };

  useEffect(holdRequestsUntilSignIn, []);
  useEffect(listenForKeys, []);
  // Fetched once there is nothing better to do, so that it is there when it is asked for.
  useEffect(() => {
    const idle = setTimeout(loadPalette, 1_500);
    return () => clearTimeout(idle);
  }, []);
  useKeys("Everywhere", [
    { keys: "mod+k", does: "Find anything, do anything", run: find, whileTyping: true },
    { keys: "?", does: "List the keys", run: help.toggle },
    ...mine.flatMap(({ key, label, to }) =>
      key ? [{ keys: `g ${key}`, does: `Go to ${label}`, run: () => void navigate({ to }) }] : [],
    ),
  ]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !menu } }}
      padding={{ base: "sm", sm: "lg" }}
      transitionDuration={120}
    >
      <AppShell.Header className={classes["header"]}>
        <a href="#content" className={classes["skip"]}>
          Skip to the content
        </a>
        <Group h="100%" px="sm" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={menu} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <img src="/icon.svg" alt="" width={26} height={26} />
            <StoreName />
          </Group>
          <FindButton onClick={find} />
          <Group gap={4} wrap="nowrap">
            <Tooltip label="Keys (?)">
              <ActionIcon variant="subtle" color="gray" onClick={help.open} aria-label="Keys" visibleFrom="sm">
                <IconKeyboard size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={scheme === "dark" ? "Light" : "Dark"}>
              <ActionIcon variant="subtle" color="gray" onClick={flip} aria-label="Light or dark">
                {scheme === "dark" ? <IconSun size={18} /> : <IconMoon size={18} />}
              </ActionIcon>
            </Tooltip>
            <Me />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes["navbar"]} aria-label="Screens">
        <ScrollArea type="scroll">
          <Navigation places={mine} onGo={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main className={classes["main"]} id="content">
        <Box className={classes["content"]}>
          <Outlet />
        </Box>
      </AppShell.Main>
      {palette !== "never" && (
        <Suspense>
          <Palette opened={palette === "open"} onClose={found} places={mine} flip={flip} />
        </Suspense>
      )}
      <KeysHelp opened={keysHelp} onClose={help.close} />
      <SignInAgain />
    </AppShell>
  );
}

function Navigation({ places: mine, onGo }: { places: readonly Place[]; onGo: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAt = (to: string) => (to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`));
  const linkOf = ({ to, label, icon: Icon }: Place) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      active={isAt(to)}
      aria-current={isAt(to) ? "page" : undefined}
      leftSection={Icon && <Icon size={17} stroke={1.7} />}
      onClick={onGo}
      style={{ borderRadius: "var(--mantine-radius-sm)" }}
    />
  );
  const groups = Object.keys(groupIcons) as (keyof typeof groupIcons)[]; // Object.keys forgets the type of literal keys
  return (
    <>
      {mine.filter(({ group }) => !group).map(linkOf)}
      {groups.map((group) => {
        const within = mine.filter((place) => place.group === group);
        const Icon = groupIcons[group];
        if (within.length === 0) return null;
        return (
          <NavLink
            key={group}
            component="button"
            label={group}
            leftSection={<Icon size={17} stroke={1.7} />}
            childrenOffset={26}
            defaultOpened={within.some(({ to }) => isAt(to))}
            style={{ borderRadius: "var(--mantine-radius-sm)" }}
          >
            {within.map(linkOf)}
          </NavLink>
        );
      })}
    </>
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

function FindButton({ onClick }: { onClick: () => void }) {
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
            <Text size="sm">Find anything</Text>
          </Group>
          <Kbd size="xs" aria-hidden="true">
            {mac ? "⌘ K" : "Ctrl K"}
          </Kbd>
        </Group>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} hiddenFrom="sm" ml="auto" aria-label="Find anything">
        <IconSearch size={18} />
      </ActionIcon>
    </>
  );
}

function Me() {
  const { user } = useSession();
  // Not an act like others: afterwards there is nobody to ask anything again for.
  const leave = () =>
    callApi(sessionApi.signOut, {}).then(() => {
      markSignedOut();
      location.assign("/");
    }, sayRefused);
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
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
