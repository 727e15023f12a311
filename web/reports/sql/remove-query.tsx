import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiMutation } from "../../api/hooks.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { useNavigateFromHere } from "../../ui/links/navigate-from-here.ts";

export function RemoveQuery({ id, name }: Pick<Answer<typeof reportApi.readQuery>, "id" | "name">) {
  const navigate = useNavigateFromHere();
  const [opened, { open, close }] = useDisclosure(false);
  const remove = useApiMutation(reportApi.removeQuery, { onSuccess: () => navigate({ to: "/reports/sql" }) });
  return (
    <>
      <Button variant="default" onClick={open}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        opened={opened}
        onClose={close}
        confirmLabel="Remove report"
        color="red"
        mutation={remove}
        onConfirm={() => remove.mutate({ id })}
      >
        <Text size="sm">It can no longer be run. Its past runs are kept.</Text>
      </ConfirmDialog>
    </>
  );
}
