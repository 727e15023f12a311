/** `?`: what the keyboard does on this screen. */
import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useListedKeys } from "../ui/keys.ts";

export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keys = useListedKeys();
  const groups = [...Map.groupBy(keys, ({ group }) => group)];
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {groups.map(([group, within]) => (
          <Stack key={group} gap={6}>
            <Title order={2} size="sm">
              {group}
            </Title>
            {within.map(({ keys: pressed, does }) => (
              <Group key={pressed + does} justify="space-between" wrap="nowrap">
                <Text size="sm">{does}</Text>
                <Group gap={4} wrap="nowrap">
                  {pressed.split(/[ +](?=.)/).map((key) => (
                    <Kbd key={key}>{nameOf[key] ?? key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Modal>
  );
}

const nameOf: Readonly<Record<string, string>> = {
  mod: /Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl",
  ArrowDown: "↓",
  ArrowUp: "↑",
};
