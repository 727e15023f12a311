/** The page behind an invitation link: choose a password and get signed in. */
import { Button, Center, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import * as staffApi from "#core/contract/staff";
import { clearAnswers } from "../api/kept.ts";
import { markSignedIn } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { useUrlState } from "../ui/url-state.ts";

export function AcceptInvitation() {
  useDocumentTitle("Invitation · Quartermaster");
  const [search] = useUrlState();
  // After the "#", so that no server sees it and no log keeps it.
  const token = location.hash.replace(/^#(token=)?/, "") || search["token"] || "";
  const form = useApiForm(staffApi.acceptInvitation, {
    initialValues: { name: "", password: "" },
    toInput: ({ name, password }) => ({ token, password, name: name.trim() || undefined }),
    onSuccess: async (user) => {
      await clearAnswers();
      markSignedIn(user.id);
      location.assign("/");
    },
  });
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="lg" w="100%" maw={420}>
        <Title order={1}>Welcome to the team</Title>
        <Text c="dimmed" size="sm" mb="md">
          Choose a password with at least 10 characters. You will be signed in at once.
        </Text>
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Your name"
              description="Leave it empty to keep the name on the invitation."
              autoComplete="name"
              {...form.getInputProps("name")}
            />
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
              {...form.getInputProps("password")}
            />
            <ErrorAlert error={form.mutation.error} onRetry={form.submit} />
            <Button type="submit" loading={form.mutation.isPending}>
              Join the store
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
