/** One's own password. */
import { PasswordInput, Stack, Text } from "@mantine/core";
import * as sessionApi from "#core/contract/session";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Page } from "../ui/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";

const eye = { "aria-label": "Show the password" };

export default function Password() {
  const { user } = useSession();
  const form = useApiForm(sessionApi.changePassword, {
    initialValues: { currentPassword: "", newPassword: "" },
    toInput: (typed) => typed,
    onSuccess: () => {
      toastSuccess("Your password is changed; you are signed out everywhere else");
      form.reset();
    },
  });
  return (
    <Page title="Your password">
      <Card title="Change it">
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm" maw={420}>
            <Text size="sm" c="dimmed">
              Of {user.email}. Every other place where you are signed in is signed out.
            </Text>
            <input type="hidden" autoComplete="username" value={user.email ?? ""} readOnly />
            <PasswordInput
              label="Password now"
              autoComplete="current-password"
              visibilityToggleButtonProps={eye}
              {...form.getInputProps("currentPassword")}
            />
            <PasswordInput
              label="New password"
              description="10 or more characters."
              autoComplete="new-password"
              visibilityToggleButtonProps={eye}
              {...form.getInputProps("newPassword")}
            />
            <FormFooter form={form} submitLabel="Change the password" />
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
