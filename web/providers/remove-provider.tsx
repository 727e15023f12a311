import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as providerApi from "#core/contract/provider";
import { useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import type { Provider } from "./types.ts";

export function RemoveProvider({ provider: { code, label, open } }: { provider: Provider }) {
  const [opened, { open: ask, close }] = useDisclosure(false);
  const remove = useApiMutation(providerApi.remove, {
    onSuccess: () => {
      toastSuccess(`${label} removed`);
      close();
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" aria-label={`Remove ${label}`} onClick={ask}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${label}?`}
        opened={opened}
        onClose={() => {
          remove.reset();
          close();
        }}
        confirmLabel={`Remove ${label}`}
        color="red"
        mutation={remove}
        onConfirm={() => remove.mutate({ code })}
      >
        <Text size="sm">
          It can no longer be chosen.{" "}
          {open > 0
            ? "Its settings are kept until open requests are completed, then deleted."
            : "Its settings are deleted."}{" "}
          To use it again, enter its keys again.
        </Text>
      </ConfirmDialog>
    </>
  );
}
