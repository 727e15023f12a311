import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import * as templateApi from "#core/contract/template";
import { useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import type { Template } from "./types.ts";

interface Props {
  readonly template: Template;
  readonly onReset: (original: Template) => void;
}

export function ResetTemplate({ template: { kind, channel }, onReset }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const reset = useApiMutation(templateApi.reset, {
    onSuccess: (answer) => {
      onReset(answer);
      toastSuccess("Original text restored");
      close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Reset
      </Button>
      <ConfirmDialog
        title="Restore the original text?"
        opened={opened}
        onClose={close}
        confirmLabel="Restore text"
        mutation={reset}
        onConfirm={() => reset.mutate({ kind, channel })}
      >
        <Text size="sm">Messages use the original text again. Your own text is kept among the versions.</Text>
      </ConfirmDialog>
    </>
  );
}
