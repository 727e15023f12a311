/** The page behind a link to a new password. */
import { Anchor, Button, Center, Paper, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useState } from "react";
import * as staffApi from "#core/contract/staff";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";

export function ChoosePassword() {
  useDocumentTitle("New password · Quartermaster");
  // After the "#", so that no server sees it and no log keeps it.
  const token = location.hash.replace(/^#(token=)?/, "");
  const [isChanged, setIsChanged] = useState(false);
  const form = useApiForm(staffApi.choosePassword, {
    initialValues: { password: "" },
    toInput: ({ password }) => ({ token, password }),
    onSuccess: () => setIsChanged(true),
  });
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="lg" w="100%" maw={420}>
        <Title order={1}>Choose a new password</Title>
        {isChanged ? (
          <Text size="sm" mt="sm">
            Your password has been changed, and you are signed out everywhere. <Anchor href="/">Sign in</Anchor> with
            the new one.
          </Text>
        ) : (
          <form onSubmit={form.onSubmit} noValidate>
            <Stack gap="sm">
              <Text c="dimmed" size="sm">
                At least 10 characters. You will be signed out everywhere, and sign in with the new password.
              </Text>
              <PasswordInput
                label="New password"
                autoComplete="new-password"
                visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
                {...form.getInputProps("password")}
              />
              <ErrorAlert error={form.mutation.error} onRetry={form.submit} />
              <Button type="submit" loading={form.mutation.isPending}>
                Change password
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
    </Center>
  );
}
