/** Saves the changed filters to the view that was opened. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as viewApi from "#core/contract/view";
import { callApi } from "../../api/api-client.ts";
import type { ItemOf } from "../../api/fetch-all-pages.ts";
import { invalidateApiQueries, useApiMutation } from "../../api/hooks.ts";
import { toastError, toastUndo } from "../toast.tsx";

interface Props {
  readonly view: ItemOf<typeof viewApi.list>;
  readonly search: Readonly<Record<string, string>>;
}

export default function RefillView({ view: { id, name, search: former }, search }: Props) {
  const client = useQueryClient();
  const putBack = async () => {
    await callApi(viewApi.edit, { id, search: former });
    await invalidateApiQueries(client);
  };
  const edit = useApiMutation(viewApi.edit, {
    onSuccess: () => toastUndo(`The view ${name} has these filters now`, putBack),
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      maw={220}
      loading={edit.isPending}
      onClick={() => edit.mutate({ id, search: { ...search } }, { onError: toastError })}
    >
      Update “{name}”
    </Button>
  );
}
