/** The frame of every screen: its title, what can be done, and what stands where nothing is. */
import { Box, Center, Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

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
