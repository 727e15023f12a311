/** Saves the current filters under a name, for oneself or for all colleagues. */
import { Box, Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as viewApi from "#core/contract/view";
import { useApiForm } from "../forms/use-api-form.ts";
import { BookmarkPlusIcon } from "../icons.ts";
import { ViewForm } from "./view-form.tsx";

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
        <ViewForm form={form} own />
      </Popover.Dropdown>
    </Popover>
  );
}
