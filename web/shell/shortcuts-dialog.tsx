/** `?`: what the keyboard does on this screen. */
import { Group, Kbd, Modal, Stack, Text, Title } from "@mantine/core";
import { useListedKeys } from "../ui/shortcuts.ts";

export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keys = useListedKeys();
  const groups = [...Map.groupBy(keys, ({ group }) => group)];
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <div style={{ columns: "2 240px", columnGap: 40 }}>
        {groups.map(([group, within]) => (
          <Stack key={group} gap={6} mb="lg" style={{ breakInside: group === "Everywhere" ? "auto" : "avoid" }}>
            <Title order={2} size="sm">
              {group}
            </Title>
            {[...Map.groupBy(within, ({ does }) => does)].map(([does, ways]) => (
              <Group key={does} justify="space-between" wrap="nowrap">
                <Text size="sm">{does}</Text>
                <Group gap={4} wrap="nowrap">
                  {ways.map(({ keys: pressed }, nth) => (
                    <Group key={pressed} gap={4} wrap="nowrap">
                      {nth > 0 && (
                        <Text span size="xs" c="dimmed">
                          or
                        </Text>
                      )}
                      {kbdsOf(pressed).map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </Group>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </div>
    </Modal>
  );
}

/** "g o", "mod+k", "X": what stands on the keys. */
const kbdsOf = (pressed: string): string[] =>
  pressed
    .split(/[ +](?=.)/)
    .flatMap((key) => (/^[A-Z]$/.test(key) ? ["Shift", key.toLowerCase()] : [nameOf[key] ?? key]));

const nameOf: Readonly<Record<string, string>> = {
  mod: /Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl",
  ArrowDown: "↓",
  ArrowUp: "↑",
};
