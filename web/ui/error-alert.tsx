/** What a refusal looks like: words a clerk understands, and a way on. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { isPassing, type Refused } from "../api/api-client.ts";
import { wordsOf } from "../api/error-messages.ts";

interface Props {
  readonly of: Refused | null;
  readonly retry?: (() => void) | undefined;
}

export function Problem({ of, retry }: Props) {
  if (!of) return null;
  const { title, advice } = wordsOf(of);
  return (
    <Alert color={isPassing(of) ? "orange" : "red"} icon={<IconAlertTriangle />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{advice}</Text>
        {of.code === "fault" && of.requestId && (
          <Text size="xs" ff="monospace">
            {of.requestId}
          </Text>
        )}
        {retry && isPassing(of) && (
          <Group>
            <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={retry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
