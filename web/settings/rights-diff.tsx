/** The rights that a change adds and removes. */
import { Group, List, Stack, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { groupOf, labelOf, type Right } from "#core/contract/values/rights";
import { MinusIcon, PlusIcon } from "../ui/icons.ts";

interface Change {
  readonly before: readonly Right[];
  readonly after: readonly Right[];
}

export const addedRights = ({ before, after }: Change): Right[] => after.filter((right) => !before.includes(right));
export const removedRights = ({ before, after }: Change): Right[] => before.filter((right) => !after.includes(right));

export function RightsDiff(change: Change) {
  return (
    <Stack gap="sm">
      <RightsList title="Removes" color="red" rights={removedRights(change)} icon={<MinusIcon size={12} />} />
      <RightsList title="Adds" color="teal" rights={addedRights(change)} icon={<PlusIcon size={12} />} />
    </Stack>
  );
}

interface RightsListProps {
  readonly title: string;
  readonly color: string;
  readonly rights: readonly Right[];
  readonly icon: ReactNode;
}

function RightsList({ title, color, rights, icon }: RightsListProps) {
  if (rights.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title} ({rights.length})
      </Text>
      <List
        size="sm"
        spacing={2}
        aria-label={title}
        icon={
          <ThemeIcon variant="light" color={color} size={18} radius="xl">
            {icon}
          </ThemeIcon>
        }
      >
        {rights.map((right) => (
          <List.Item key={right}>
            <Group gap={6}>
              {labelOf(right)}
              <Text span size="xs" c="dimmed">
                {groupOf(right)}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
