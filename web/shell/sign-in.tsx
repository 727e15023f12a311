/** Signing in: a page at first, a dialog over the page when a session has ended in the middle of something. */
import { Box, Button, Center, Group, Modal, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import * as sessionApi from "#core/contract/session";
import { setApiQueryData } from "../api/hooks.ts";
import { markSignedIn, resumeRequests, useSession, useSessionExpired } from "../api/session.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { useActForm } from "../ui/forms/api-form.tsx";

export function SignInPage() {
  useDocumentTitle("Sign in · Quartermaster");
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

/** Over the page: what was typed there stays, and what was under way goes on. */
export function SignInAgain() {
  const { user } = useSession();
  const ended = useSessionExpired();
  return (
    <Modal
      opened={ended}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="You have been signed out"
      centered
      zIndex={400}
    >
      <Text size="sm" mb="md">
        Sign in again to go on. What you were doing is still here.
      </Text>
      <SignInForm email={user.email ?? ""} before={user.id} />
    </Modal>
  );
}

function SignInForm({ email, before }: { email: string; before?: string }) {
  const client = useQueryClient();
  const form = useActForm(sessionApi.signIn, {
    from: { email, password: "" },
    asked: (values) => values,
    onDone: (who) => {
      // Somebody else must not find what the one before had open.
      if (before && before !== who.id) return location.assign("/");
      markSignedIn();
      setApiQueryData(client, sessionApi.read, {}, who);
      resumeRequests();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          data-autofocus={!email}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus={Boolean(email)}
          visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          {...form.getInputProps("password")}
        />
        <Problem of={form.act.error} retry={form.send} />
        <Group grow>
          <Button type="submit" loading={form.act.isPending}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
