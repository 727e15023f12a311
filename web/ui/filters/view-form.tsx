/** The fields and the Save button of a saved view. */
import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { ErrorAlert } from "../error-alert.tsx";

interface Props {
  readonly form: {
    readonly onSubmit: ComponentProps<"form">["onSubmit"];
    readonly getInputProps: (field: "name" | "shared", options?: { readonly type: "checkbox" }) => object;
    readonly mutation: { readonly error: ComponentProps<typeof ErrorAlert>["error"]; readonly isPending: boolean };
  };
  /** Only its owner shares or unshares a view. */
  readonly own: boolean;
  /** On the left of Save. */
  readonly remove?: ReactNode;
}

export function ViewForm({ form, own, remove }: Props) {
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="xs" w={240}>
        <TextInput size="xs" label="View name" maxLength={40} {...form.getInputProps("name")} />
        {own && (
          <Checkbox size="xs" label="Share with colleagues" {...form.getInputProps("shared", { type: "checkbox" })} />
        )}
        <ErrorAlert error={form.mutation.error} />
        <Group justify={remove ? "space-between" : "flex-end"}>
          {remove}
          <Button size="xs" type="submit" loading={form.mutation.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
