/** What somebody may do after a change and could not before, and the other way round. */
import { Group, List, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { groupOf, labelOf, type Right } from "#core/contract/rights";

interface Props {
  readonly before: readonly Right[];
  readonly after: readonly Right[];
}

export const given = ({ before, after }: Props): Right[] => after.filter((right) => !before.includes(right));
export const taken = ({ before, after }: Props): Right[] => before.filter((right) => !after.includes(right));

export function RightsChange(change: Props) {
  return (
    <Stack gap="sm">
      <Rights title="Takes away" color="red" rights={taken(change)} icon={<IconMinus size={12} />} />
      <Rights title="Gives" color="teal" rights={given(change)} icon={<IconPlus size={12} />} />
    </Stack>
  );
}

interface RightsProps {
  readonly title: string;
  readonly color: string;
  readonly rights: readonly Right[];
  readonly icon: ReactNode;
}

function Rights({ title, color, rights, icon }: RightsProps) {
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
