/** The frame of every screen: its title, its actions, and its empty states. */
import { Box, Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { TextLink } from "../links/links.tsx";

interface Props {
  readonly title: string;
  /** Next to the title, for example badges. */
  readonly titleExtra?: ReactNode;
  /** The buttons of the screen, on the right. */
  readonly actions?: ReactNode;
  /** False where what is printed has its own heading, or is a label. */
  readonly printsTitle?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, titleExtra, actions, printsTitle = true, children }: Props) {
  useDocumentTitle(`${title} · Quartermaster`);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" className={printsTitle ? undefined : "no-print"}>
        <Group gap="sm">
          <Title order={1} tabIndex={-1} ref={useFocusOnArrival()}>
            {title}
          </Title>
          {titleExtra}
        </Group>
        {actions && (
          <Group gap="xs" className="no-print">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}

/** Where the browser has loaded the page, and set the focus itself, until another screen is opened. */
let loadedAt: string | null = typeof location === "object" ? location.pathname : null;

/** For a form in place of that page, such as the sign-in: the focus is gone with it. */
export const focusNextTitle = (): void => {
  loadedAt = null;
};

/**
 * Focuses the title of a screen that was opened by what is gone with the last one, such as its row or its Save: otherwise
 * a screen reader says nothing, and in some browsers the next Tab begins at the top.
 */
function useFocusOnArrival() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.pathname !== loadedAt) loadedAt = null;
    if (loadedAt === null && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}

/** Below the title of a record: the link back to its list, and a few facts about it. */
export function Breadcrumb({ to, label, children }: { to: string; label: string; children?: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" mt={{ base: 0, sm: -12 }} style={{ overflowWrap: "anywhere" }}>
      <TextLink to={to} inherit underline="always">
        {label}
      </TextLink>
      {children && <> · {children}</>}
    </Text>
  );
}

/** Says why there is nothing, and what to do about it: `action` is one or more buttons or links. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text fw={600}>{title}</Text>
        {children && (
          <Box c="dimmed" fz="sm">
            {children}
          </Box>
        )}
        {action && (
          <Group gap="xs" mt={4} justify="center">
            {action}
          </Group>
        )}
      </Stack>
    </Center>
  );
}

interface EmptyListProps {
  /** What it lists, in the plural. */
  readonly items: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** The rest is said where there is nothing to list, with or without filters. */
  readonly title: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Says why a list is empty: nothing matches its filters, or there is nothing yet. */
export function EmptyList({ items, isFiltered, onClear, ...nothingYet }: EmptyListProps) {
  if (!isFiltered) return <EmptyState {...nothingYet} />;
  return (
    <EmptyState
      title={`No ${items} match these filters`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
