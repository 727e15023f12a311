/** Deletes a record, or archives it if other records refer to it. */
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { useApiMutation } from "../../api/hooks.ts";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { TrashIcon } from "../icons.ts";
import { toastSuccess } from "../toast.tsx";

interface Props<Op extends Operation> {
  readonly operation: Op;
  readonly id: string;
  readonly name: string;
  /** What will happen, in a sentence or two. */
  readonly description: string;
  readonly version?: number;
  /** Whether it was archived instead, if the operation's answer has no `archived`. */
  readonly wasArchived?: (answer: Answer<Op>) => boolean;
  /** Called before the screen is fetched again, so that the caller can leave the page of the removed record. */
  readonly onSuccess: (answer: Answer<Op>) => unknown;
}

export function RemoveButton<Op extends Operation>(props: Props<Op>) {
  const { operation, id, name, description, version, wasArchived = answersArchived, onSuccess } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const mutation = useApiMutation(operation, {
    version,
    onSuccess: (answer) => {
      toastSuccess(wasArchived(answer) ? `${name} archived` : `${name} removed`);
      close();
      return onSuccess(answer);
    },
  });
  const input = { id } as unknown as Asked<Op>; // every operation that removes a record takes its id
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<TrashIcon size={16} />} onClick={open}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        opened={opened}
        onClose={() => {
          mutation.reset();
          close();
        }}
        confirmLabel="Remove"
        color="red"
        mutation={mutation}
        onConfirm={() => mutation.mutate(input)}
      >
        <Text size="sm">{description}</Text>
      </ConfirmDialog>
    </>
  );
}

const answersArchived = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "archived" in answer && answer.archived === true;
