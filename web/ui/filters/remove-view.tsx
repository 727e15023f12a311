/** Removes the view that is shown, where one may. */
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import * as viewApi from "#core/contract/view";
import { callApi } from "../../api/api-client.ts";
import type { ItemOf } from "../../api/fetch-all-pages.ts";
import { invalidateApiQueries, useApiMutation } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { toastError, toastSuccess, toastUndo } from "../toast.tsx";

export default function RemoveView({ view }: { view: ItemOf<typeof viewApi.list> }) {
  const { hasRight } = useSession();
  const client = useQueryClient();
  const putBack = async () => {
    const { list, name, search, shared } = view;
    await callApi(viewApi.create, { list, name, search, shared });
    await invalidateApiQueries(client);
  };
  const remove = useApiMutation(viewApi.remove, {
    onSuccess: () => {
      const message = `The view ${view.name} is deleted`;
      // A colleague's view would come back as one's own.
      if (view.own) toastUndo(message, putBack);
      else toastSuccess(message);
    },
  });
  if (!view.own && !hasRight("store.write")) return null;
  return (
    <ActionIcon
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={`Delete the view ${view.name}`}
      loading={remove.isPending}
      onClick={() => remove.mutate({ id: view.id }, { onError: toastError })}
    >
      <IconX size={12} />
    </ActionIcon>
  );
}
