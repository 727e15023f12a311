/** An error in words that a clerk understands, with a button to try again where that may help. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { type ApiError, isRetryable } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";

interface Props {
  readonly error: ApiError | null;
  readonly onRetry?: (() => void) | undefined;
}

export function ErrorAlert({ error, onRetry }: Props) {
  if (!error) return null;
  const { title, advice } = errorMessage(error);
  return (
    <Alert color={isRetryable(error) ? "orange" : "red"} icon={<IconAlertTriangle />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{advice}</Text>
        {error.code === "fault" && error.requestId && (
          <Text size="xs" ff="monospace">
            {error.requestId}
          </Text>
        )}
        {onRetry && isRetryable(error) && (
          <Group>
            <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
