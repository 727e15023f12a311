/** Removes the view that is shown, where one may. */
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import * as viewApi from "#core/contract/view";
import type { ItemOf } from "../../api/fetch-all-pages.ts";
import { useApiMutation } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { toastError } from "../toast.tsx";

export default function RemoveView({ view }: { view: ItemOf<typeof viewApi.list> }) {
  const { hasRight } = useSession();
  const remove = useApiMutation(viewApi.remove);
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
