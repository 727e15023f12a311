import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as templateApi from "#core/contract/template";
import { useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import type { Template } from "./types.ts";

export function ResetTemplate({ template: { kind, channel } }: { template: Template }) {
  const [opened, { open, close }] = useDisclosure(false);
  const reset = useApiMutation(templateApi.reset, {
    onSuccess: () => {
      toastSuccess("Back to the original text");
      close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Reset
      </Button>
      <ConfirmDialog
        title="Go back to the original text?"
        opened={opened}
        onClose={close}
        confirmLabel="Reset the text"
        mutation={reset}
        onConfirm={() => reset.mutate({ kind, channel })}
      >
        <Text size="sm">Messages say what came with Quartermaster again. Your own text stays among the versions.</Text>
      </ConfirmDialog>
    </>
  );
}
