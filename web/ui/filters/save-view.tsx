/** Saves the current filters under a name, for oneself or for all colleagues. */
import { Box, Button, Checkbox, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as viewApi from "#core/contract/view";
import { ErrorAlert } from "../error-alert.tsx";
import { useApiForm } from "../forms/use-api-form.ts";
import { BookmarkPlusIcon } from "../icons.ts";

interface Props {
  readonly list: string;
  readonly search: Readonly<Record<string, string>>;
}

export default function SaveView({ list, search }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const form = useApiForm(viewApi.create, {
    initialValues: { name: "", shared: true },
    toInput: ({ name, shared }) => ({ list, search: { ...search }, name, shared }),
    onSuccess: () => {
      form.reset();
      close();
    },
  });
  return (
    <Popover opened={opened} onClose={close} trapFocus position="bottom-start">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" aria-label="Save view" title="Save view" onClick={toggle}>
          <BookmarkPlusIcon size={14} />
          <Box component="span" ml={8} visibleFrom="xs">
            Save view
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="xs" w={240}>
            <TextInput size="xs" label="View name" maxLength={40} {...form.getInputProps("name")} />
            <Checkbox size="xs" label="Share with colleagues" {...form.getInputProps("shared", { type: "checkbox" })} />
            <ErrorAlert error={form.mutation.error} />
            <Group justify="flex-end">
              <Button size="xs" type="submit" loading={form.mutation.isPending}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
