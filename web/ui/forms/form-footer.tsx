/** The end of a form: its error and its buttons. Issues that belong to a field are shown there. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import type { ApiError } from "../../api/api-client.ts";
import { ErrorAlert } from "../error-alert.tsx";

interface SubmittableForm {
  readonly mutation: { readonly error: ApiError | null; readonly isPending: boolean };
  readonly unmatchedIssues: readonly string[];
  readonly errorPlace: RefObject<HTMLDivElement | null>;
  readonly submit: () => void;
}

interface Props {
  readonly form: SubmittableForm;
  readonly submitLabel: string;
  readonly onCancel?: () => void;
  readonly color?: string;
}

export function FormFooter({ form, submitLabel, onCancel, color }: Props) {
  const { error, isPending } = form.mutation;
  const button = useRef<HTMLButtonElement>(null);
  // While it is loading, the button is disabled, which takes the focus from it.
  useEffect(() => {
    if (!isPending) return undefined;
    return () => void (document.activeElement === document.body && button.current?.focus());
  }, [isPending]);
  return (
    <Stack ref={form.errorPlace} gap="sm" mt="md">
      {error?.code !== "version.stale" && <ErrorAlert error={error} onRetry={form.submit} />}
      {form.unmatchedIssues.map((issue) => (
        <Text key={issue} size="sm" c="var(--mantine-color-error)" role="alert">
          {issue}
        </Text>
      ))}
      <Group justify="flex-end" gap="xs">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button ref={button} type="submit" loading={isPending} {...(color && { color })}>
          {submitLabel}
        </Button>
      </Group>
    </Stack>
  );
}
