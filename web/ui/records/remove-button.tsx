/** Takes a record away: for good, or into the archive when others refer to it. */
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { useApiMutation } from "../../api/hooks.ts";
import { Sure } from "../confirm-dialog.tsx";
import { sayDone } from "../toast.tsx";

interface Props<Op extends Operation> {
  readonly op: Op;
  readonly id: string;
  readonly name: string;
  /** What becomes of it, in a sentence or two. */
  readonly says: string;
  readonly version?: number;
  /** Whether it was kept in the archive, where the answer does not say so by itself. */
  readonly kept?: (answer: Answer<Op>) => boolean;
  /** Before everything on screen is asked for again: the page of what is gone had better be left. */
  readonly onDone: () => unknown;
}

export function Remove<Op extends Operation>({ op, id, name, says, version, kept = saysArchived, onDone }: Props<Op>) {
  const [opened, { open, close }] = useDisclosure(false);
  const act = useApiMutation(op, {
    version,
    onSuccess: (answer) => {
      sayDone(kept(answer) ? `${name} is in the archive` : `${name} removed`);
      close();
      return onDone();
    },
  });
  const input = { id } as unknown as Asked<Op>; // whatever removes a record takes its id
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={open}>
        Remove
      </Button>
      <Sure
        title={`Remove ${name}?`}
        opened={opened}
        onClose={() => {
          act.reset();
          close();
        }}
        does="Remove"
        color="red"
        act={act}
        onSure={() => act.mutate(input)}
      >
        <Text size="sm">{says}</Text>
      </Sure>
    </>
  );
}

const saysArchived = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "archived" in answer && answer.archived === true;
