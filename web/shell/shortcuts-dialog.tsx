/** The keyboard shortcuts of this screen, opened by `?`. */
import { Group, Kbd, Modal, Stack, Text, Title } from "@mantine/core";
import { useFocusReturn } from "../ui/layout/use-focus-return.ts";
import { useActiveShortcuts } from "../ui/shortcuts.ts";

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const shortcuts = useActiveShortcuts();
  const groups = [...Map.groupBy(shortcuts, ({ group }) => group)];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <div style={{ columns: "2 240px", columnGap: 40 }}>
        {groups.map(([group, inGroup]) => (
          <Stack key={group} gap={6} mb="lg" style={{ breakInside: group === "Everywhere" ? "auto" : "avoid" }}>
            <Title order={2} size="sm">
              {group}
            </Title>
            {[...Map.groupBy(inGroup, ({ label }) => label)].map(([label, alternatives]) => (
              <Group key={label} justify="space-between" wrap="nowrap">
                <Text size="sm">{label}</Text>
                <Group gap={4} wrap="nowrap">
                  {alternatives.map(({ keys }, index) => (
                    <Group key={keys} gap={4} wrap="nowrap">
                      {index > 0 && (
                        <Text span size="xs" c="dimmed">
                          or
                        </Text>
                      )}
                      {keyNames(keys).map((key) => (
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

/** "g o", "mod+k" or "X" as the labels of the keys. */
const keyNames = (keys: string): string[] =>
  keys
    .split(/[ +](?=.)/)
    .flatMap((key) => (/^[A-Z]$/.test(key) ? ["Shift", key.toLowerCase()] : [specialNames[key] ?? key]));

const specialNames: Readonly<Record<string, string>> = {
  mod: /Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl",
  ArrowDown: "↓",
  ArrowUp: "↑",
};
