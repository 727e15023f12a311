/** Changes the user's own name and password. */
import { Stack, Text, TextInput } from "@mantine/core";
import * as sessionApi from "#core/contract/session";
import { useSession } from "../api/session.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";

const toggleProps = { "aria-label": "Show the password" };

export default function Password() {
  const { user } = useSession();
  const form = useApiForm(sessionApi.changePassword, {
    initialValues: { currentPassword: "", newPassword: "" },
    toInput: (values) => values,
    onSuccess: () => {
      toastSuccess("Password changed. You are signed out everywhere else.");
      form.reset();
    },
  });
  return (
    <Page title="Your account">
      <NameCard />
      <Card title="Change password">
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="sm" maw={420}>
            <Text size="sm" c="dimmed">
              This is the password of {user.email}. You will be signed out on all other devices.
            </Text>
            <input type="hidden" autoComplete="username" value={user.email ?? ""} readOnly />
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              visibilityToggleButtonProps={toggleProps}
              {...form.getInputProps("currentPassword")}
            />
            <PasswordInput
              label="New password"
              description="At least 10 characters."
              autoComplete="new-password"
              visibilityToggleButtonProps={toggleProps}
              {...form.getInputProps("newPassword")}
            />
            <FormFooter form={form} submitLabel="Change password" />
          </Stack>
        </form>
      </Card>
    </Page>
  );
}

function NameCard() {
  const { user } = useSession();
  const form = useApiForm(sessionApi.rename, {
    initialValues: { name: user.name },
    toInput: (values) => values,
    onSuccess: () => toastSuccess("Name changed"),
  });
  return (
    <Card title="Name">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm" maw={420}>
          <TextInput
            label="Your name"
            description="Your colleagues see it beside what you do."
            autoComplete="name"
            {...form.getInputProps("name")}
          />
          {form.isDirty() && <FormFooter form={form} submitLabel="Change name" onCancel={form.reset} />}
        </Stack>
      </form>
    </Card>
  );
}
