/** Where an invitation's link leads: choose a password, and be signed in. */
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import * as staffApi from "#core/contract/staff";
import { markSignedIn } from "../api/session.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { useActForm } from "../ui/forms/api-form.tsx";
import { useUrlState } from "../ui/url-state.ts";

export function AcceptInvitation() {
  useDocumentTitle("Invitation · Quartermaster");
  const [search] = useUrlState();
  // After the "#" it never reaches a server's log.
  const token = location.hash.replace(/^#(token=)?/, "") || search["token"] || "";
  const form = useActForm(staffApi.acceptInvitation, {
    from: { name: "", password: "" },
    asked: ({ name, password }) => ({ token, password, name: name.trim() || undefined }),
    onDone: () => {
      markSignedIn();
      location.assign("/");
    },
  });
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="lg" w="100%" maw={420}>
        <Title order={1}>Welcome to the team</Title>
        <Text c="dimmed" size="sm" mb="md">
          Choose a password of 10 or more characters. You are signed in at once.
        </Text>
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Your name"
              description="Leave it empty to keep the name you were invited by."
              autoComplete="name"
              {...form.getInputProps("name")}
            />
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
              {...form.getInputProps("password")}
            />
            <Problem of={form.act.error} retry={form.send} />
            <Button type="submit" loading={form.act.isPending}>
              Join the store
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
