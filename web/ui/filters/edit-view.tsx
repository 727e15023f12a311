/** Renames, shares, unshares or deletes the current view. */
import { ActionIcon, Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import * as viewApi from "#core/contract/view";
import { callApi } from "../../api/api-client.ts";
import type { ItemOf } from "../../api/fetch-all-pages.ts";
import { invalidateApiQueries, useApiMutation } from "../../api/hooks.ts";
import { useApiForm } from "../forms/use-api-form.ts";
import { PencilIcon } from "../icons.ts";
import { toastError, toastSuccess, toastUndo } from "../toast.tsx";
import { ViewForm } from "./view-form.tsx";

export default function EditView({ view }: { view: ItemOf<typeof viewApi.list> }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { id, own } = view;
  const form = useApiForm(viewApi.edit, {
    initialValues: { name: view.name, shared: view.shared },
    toInput: ({ name, shared }) => ({ id, name, ...(own && { shared }) }),
    onSuccess: close,
  });
  const client = useQueryClient();
  const putBack = async () => {
    const { list, name, search, shared } = view;
    await callApi(viewApi.create, { list, name, search, shared });
    await invalidateApiQueries(client);
  };
  const remove = useApiMutation(viewApi.remove, {
    onSuccess: () => {
      const message = `View ${view.name} deleted`;
      // Undo would restore a colleague's view as one's own.
      if (own) toastUndo(message, putBack);
      else toastSuccess(message);
    },
  });
  return (
    <Popover opened={opened} onClose={close} trapFocus position="bottom-start">
      <Popover.Target>
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Edit the view ${view.name}`}
          title="Edit view"
          onClick={toggle}
        >
          <PencilIcon size={12} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <ViewForm
          form={form}
          own={own}
          remove={
            <Button
              size="xs"
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({ id }, { onError: toastError })}
            >
              Delete view
            </Button>
          }
        />
      </Popover.Dropdown>
    </Popover>
  );
}
