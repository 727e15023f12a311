/** The frame around every screen: the navigation, the search, the shortcuts, light and dark. */
import {
  ActionIcon,
  Burger,
  Group,
  Kbd,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { holdRequestsUntilSignIn, useSession, useSessionExpired } from "../api/session.tsx";
import { CircleUserRoundIcon, KeyboardIcon, MoonIcon, SearchIcon, SunIcon } from "../ui/icons.ts";
import { later, loadPart } from "../ui/later/later.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { whenIdle } from "../ui/later/when-idle.tsx";
import { bufferTyping, listenForShortcuts, useShortcuts } from "../ui/shortcuts.ts";
import { toastError } from "../ui/toast.tsx";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { NavigationMenu } from "./navigation-menu.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import classes from "./shell.module.css";
import { useNavItems } from "./use-nav-items.ts";

/** A palette that cannot be loaded must not take the screen down: it may have unsaved input. */
const loadPalette = (): Promise<{ default: (props: CommandPaletteProps) => ReactNode }> =>
  loadPart(() => import("./command-palette.tsx")).catch(() => ({ default: MissingPalette }));
const CommandPalette = lazy(later(loadPalette));
const UserMenu = whenIdle(
  () => import("./user-menu.tsx"),
  <ActionIcon variant="subtle" color="gray" aria-label="Your account" disabled>
    <CircleUserRoundIcon size={20} />
  </ActionIcon>,
);
const ShortcutsDialog = lazyPart(later(() => import("./shortcuts-dialog.tsx")));
const SignInDialog = lazyPart(later(() => import("./sign-in-dialog.tsx")));
const JobPill = whenIdle(() => import("../jobs/job-pill.tsx"), null);

function MissingPalette({ openings }: CommandPaletteProps) {
  useEffect(() => {
    if (openings === 0) return;
    toastError(new Error("The search could not be loaded. Save what you typed, then reload the page."));
    bufferTyping(false);
  }, [openings]);
  return null;
}

export function Shell() {
  const [menuOpened, { toggle, close }] = useDisclosure(false);
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const [shortcutsOpened, shortcutsDialog] = useDisclosure(false);
  const navigate = useNavigate();
  const items = useNavItems();
  const { user } = useSession();
  const expired = useSessionExpired();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const toggleColorScheme = () => setColorScheme(scheme === "dark" ? "light" : "dark");

  const openPalette = () => {
    bufferTyping(true);
    setPaletteOpenings((times) => times + 1);
  };

  useEffect(() => holdRequestsUntilSignIn(user.id), [user.id]);
  useEffect(listenForShortcuts, []);
  useShortcuts("Everywhere", [
    { keys: "mod+k", label: "Search, or run an action", run: openPalette, whileTyping: true },
    { keys: "?", label: "Show the keyboard shortcuts", run: shortcutsDialog.toggle },
    ...items.flatMap(({ key, label, to }) =>
      key ? [{ keys: `g ${key}`, label: `Go to ${label}`, run: () => void navigate({ to }) }] : [],
    ),
  ]);

  return (
    <>
      <header className={classes["header"]}>
        <a href="#content" className={classes["skip"]}>
          Skip to the content
        </a>
        <Group h="100%" px="sm" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={menuOpened} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
            <img src="/icon.svg" alt="" width={26} height={26} />
            <StoreName />
          </Group>
          <SearchButton onClick={openPalette} />
          <Group gap={4} wrap="nowrap">
            {!user.vendor && <JobPill />}
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={shortcutsDialog.open}
              aria-label="Keyboard shortcuts"
              title="Keyboard shortcuts (?)"
              visibleFrom="sm"
            >
              <KeyboardIcon size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={toggleColorScheme}
              aria-label="Light or dark"
              title={scheme === "dark" ? "Light" : "Dark"}
            >
              {scheme === "dark" ? <SunIcon size={18} /> : <MoonIcon size={18} />}
            </ActionIcon>
            <UserMenu />
          </Group>
        </Group>
      </header>
      <nav className={classes["navbar"]} data-opened={menuOpened || undefined} aria-label="Main navigation">
        <NavigationMenu items={items} onNavigate={close} />
      </nav>
      <main className={classes["main"]} id="content">
        <div className={classes["content"]}>
          <OfflineBar />
          <Outlet />
        </div>
      </main>
      <LeaveDialog />
      {paletteOpenings > 0 && (
        <Suspense>
          <CommandPalette openings={paletteOpenings} navItems={items} toggleColorScheme={toggleColorScheme} />
        </Suspense>
      )}
      <Suspense>
        {shortcutsOpened && <ShortcutsDialog onClose={shortcutsDialog.close} />}
        {expired && <SignInDialog />}
      </Suspense>
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
            <SearchIcon size={14} />
            <Text size="sm">Search</Text>
          </Group>
          <Kbd size="xs" aria-hidden="true">
            {mac ? "⌘ K" : "Ctrl K"}
          </Kbd>
        </Group>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} hiddenFrom="sm" ml="auto" aria-label="Search">
        <SearchIcon size={18} />
      </ActionIcon>
    </>
  );
}
