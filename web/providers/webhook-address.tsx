import { Code, Group, Stack, Text } from "@mantine/core";
import { CopyField } from "../ui/copy.tsx";
import type { Provider } from "./types.ts";

/** The URL to which a provider must send its events, and which events. */
export function WebhookAddress({ provider: { webhook, label } }: { provider: Provider }) {
  if (!webhook) return null;
  return (
    <Stack gap={6}>
      <CopyField label="Webhook address" value={webhook.address} />
      <Text size="xs" c="dimmed">
        Add this URL in {label} and subscribe to these events. Without them, the store receives no updates.
      </Text>
      <Group gap={4}>
        {webhook.events.map((event) => (
          <Code key={event}>{event}</Code>
        ))}
      </Group>
    </Stack>
  );
}
