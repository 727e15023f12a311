/** The content of `ErrorAlert`, loaded with the texts of all errors. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ApiError, isRetryable } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { RefreshCwIcon, TriangleAlertIcon } from "../icons.ts";

interface Props {
  readonly error: ApiError;
  readonly onRetry?: (() => void) | undefined;
}

export default function ErrorText({ error, onRetry }: Props) {
  const { title, advice } = errorMessage(error);
  return (
    <Alert color={isRetryable(error) ? "orange" : "red"} icon={<TriangleAlertIcon />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{advice}</Text>
        {error.code === "fault" && error.requestId && (
          <Text size="xs" ff="monospace">
            Number: {error.requestId}
          </Text>
        )}
        {onRetry && isRetryable(error) && (
          <Group>
            <Button size="xs" variant="default" leftSection={<RefreshCwIcon size={14} />} onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
