/** The sign-in as a page, and its form. */
import { Box, Button, Center, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as sessionApi from "#core/contract/session";
import { setApiQueryData } from "../api/hooks.ts";
import { clearAnswers } from "../api/kept.ts";
import { markSignedIn, resumeRequests } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { focusNextTitle } from "../ui/layout/page.tsx";

export default function SignInPage() {
  useDocumentTitle("Sign in · Quartermaster");
  useEffect(() => focusNextTitle, []);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw={380}>
        <Stack gap={4} mb="lg" align="center">
          <img src="/icon.svg" alt="" width={44} height={44} />
          <Title order={1}>Quartermaster</Title>
          <Text c="dimmed" size="sm">
            Sign in to your store
          </Text>
        </Stack>
        <Paper withBorder p="lg">
          <SignInForm email="" />
        </Paper>
      </Box>
    </Center>
  );
}

export function SignInForm({ email, previousUserId }: { email: string; previousUserId?: string }) {
  const client = useQueryClient();
  const form = useApiForm(sessionApi.signIn, {
    initialValues: { email, password: "" },
    toInput: (values) => values,
    onSuccess: async (user) => {
      await clearAnswers();
      markSignedIn(user.id);
      // Another person must not see what the previous one had open.
      if (previousUserId && previousUserId !== user.id) return location.assign("/");
      setApiQueryData(client, sessionApi.read, {}, user);
      resumeRequests();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={!email}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus={email !== "" || undefined}
          visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          {...form.getInputProps("password")}
        />
        <ErrorAlert error={form.mutation.error} onRetry={form.submit} />
        <Group grow>
          <Button type="submit" loading={form.mutation.isPending}>
            Sign in
          </Button>
        </Group>
        <Text c="dimmed" size="sm">
          Forgot your password? Ask an owner of the store for a link to choose a new one.
        </Text>
      </Stack>
    </form>
  );
}
