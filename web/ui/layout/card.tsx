import { Group, Paper, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A part of a screen with its own title. */
export function Card({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>{title}</Title>
        {actions && <Group gap={6}>{actions}</Group>}
      </Group>
      {children}
    </Paper>
  );
}
