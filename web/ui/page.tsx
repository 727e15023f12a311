/** The frame of every screen: its title, what can be done, and what stands where nothing is. */
import { Box, Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { TextLink } from "./links.tsx";

interface Props {
  readonly title: string;
  /** Beside the title: badges, a way back. */
  readonly beside?: ReactNode;
  /** At the right: what can be done here. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, beside, actions, children }: Props) {
  useDocumentTitle(`${title} · Quartermaster`);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" className="no-print">
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {beside}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Under the title of one thing: the way back to its list, and a few words about it. */
export function Trail({ to, list, children }: { to: string; list: string; children?: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" mt={{ base: 0, sm: -12 }} style={{ overflowWrap: "anywhere" }}>
      <TextLink to={to} inherit underline="always">
        {list}
      </TextLink>
      {children && <> · {children}</>}
    </Text>
  );
}

/** Says why there is nothing, and what to do about it. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text fw={600}>{title}</Text>
        {children && (
          <Box c="dimmed" fz="sm">
            {children}
          </Box>
        )}
        {action}
      </Stack>
    </Center>
  );
}

/** A list that its filters leave empty, and the way back to all of it. */
export function NoneFits({ of, clear }: { of: string; clear: () => void }) {
  return (
    <Empty
      title={`No ${of} fits these filters`}
      action={
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      }
    />
  );
}
