/** What a refusal looks like: words a clerk understands, and a way on. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { type ApiError, isRetryable } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";

interface Props {
  readonly of: ApiError | null;
  readonly retry?: (() => void) | undefined;
}

export function Problem({ of, retry }: Props) {
  if (!of) return null;
  const { title, advice } = errorMessage(of);
  return (
    <Alert color={isRetryable(of) ? "orange" : "red"} icon={<IconAlertTriangle />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{advice}</Text>
        {of.code === "fault" && of.requestId && (
          <Text size="xs" ff="monospace">
            {of.requestId}
          </Text>
        )}
        {retry && isRetryable(of) && (
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
