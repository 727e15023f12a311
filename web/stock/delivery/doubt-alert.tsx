/** What is being entered may have been received already: only whoever looks at the movements can tell. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { DateTime } from "../../ui/format/format.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { toastUndo } from "../../ui/toast.tsx";
import { clear, restore, settle, useDelivery } from "./delivery.ts";
import { isDoubtful } from "./draft.ts";

/** `onDecided` is called when one of the buttons was pressed, which is gone then. */
export function DoubtAlert({ onDecided }: { onDecided: () => void }) {
  const { store, draft, isAdding } = useDelivery();
  if (!isDoubtful(draft)) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      title={
        draft.isTaken ? (
          "Another version of this delivery was already received"
        ) : (
          <>
            You began this delivery <DateTime value={new Date(draft.begunAt).toISOString()} inSentence />
          </>
        )
      }
    >
      <Text size="sm">
        {draft.isTaken
          ? "An earlier version of it was sent, from here or from a copy of this tab. Nothing was received now."
          : "If it was sent since, from another tab or without an answer, sending it now would receive it twice."}{" "}
        Look at the{" "}
        <TextLink to="/stock/movements" inherit c="inherit" td="underline">
          movements
        </TextLink>
        , and remove what came in already.
      </Text>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          disabled={isAdding}
          onClick={() => {
            settle(store);
            onDecided();
          }}
        >
          Go on with what is left
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isAdding}
          onClick={() => {
            clear(store);
            toastUndo("All lines cleared", async () => restore(store, draft));
            onDecided();
          }}
        >
          Clear all lines
        </Button>
      </Group>
    </Alert>
  );
}
