/** The drawer that creates a key: for a program, with a role, or for an online shop. */
import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import * as apiKeyApi from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import type { Answer } from "#core/contract/kit/operation";
import type { Role } from "#core/contract/values/rights";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { startOfDay } from "../ui/format/dates.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { RoleFields, roleInput } from "./role-fields.tsx";

export type CreatedKey = Answer<typeof apiKeyApi.create>;

interface NewKeyDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (createdKey: CreatedKey) => void;
}

interface Values {
  readonly name: string;
  readonly role: Role;
  readonly vendorId: Id<"vendor"> | "";
  readonly expires: string;
  readonly storefront: boolean;
  readonly channel: string;
}

export function NewKeyDrawer({ opened, onClose, onCreated }: NewKeyDrawerProps) {
  const { store } = useSession();
  const channels = useChannels();
  const form = useApiForm(apiKeyApi.create, {
    initialValues: { name: "", role: "staff", vendorId: "", expires: "", storefront: false, channel: "" } as Values, // the full types of the fields
    toInput: ({ name, expires, storefront, channel, ...role }) => ({
      name,
      ...(storefront ? { role: "staff" as const, storefront, ...(channel && { channel }) } : roleInput(role)),
      ...(expires && { expiresAt: startOfDay(expires, store.timeZone) }),
    }),
    fieldNames: { expiresAt: "expires" },
    onSuccess: (answer) => {
      onCreated(answer);
      form.reset();
      onClose();
    },
  });
  return (
    <Drawer title="New API key" opened={opened} onClose={onClose} size="md">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            placeholder="Bookkeeping"
            description="Name the program that uses it, so that you know later which key to revoke."
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          <Checkbox
            label="For an online shop"
            description="It opens the store API and nothing else, so it may appear in the shop’s own pages."
            {...form.getInputProps("storefront", { type: "checkbox" })}
          />
          {form.getValues().storefront ? (
            <NativeSelect
              label="Channel"
              description="For orders placed with this key. Price lists of the channel apply."
              data={[{ value: "", label: "None" }, ...channels.options]}
              {...form.getInputProps("channel")}
            />
          ) : (
            <RoleFields role={form.getValues().role} getInputProps={form.getInputProps} />
          )}
          <TextInput
            label="Expires on"
            type="date"
            description="Leave this empty for a key that never expires."
            {...form.getInputProps("expires")}
          />
          <FormFooter form={form} submitLabel="Create key" onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  );
}
