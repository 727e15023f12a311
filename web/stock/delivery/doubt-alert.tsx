/** What is being entered may have been received already: only whoever looks at the movements can tell. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { DateTime } from "../../ui/format/format.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { clear, settle, useDelivery } from "./delivery.ts";
import { isDoubtful } from "./draft.ts";

/** `onDecided` is called when one of the buttons was pressed, which is gone then. */
export function DoubtAlert({ onDecided }: { onDecided: () => void }) {
  const { store, draft } = useDelivery();
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
            This delivery was begun <DateTime value={new Date(draft.begunAt).toISOString()} inSentence />
          </>
        )
      }
    >
      <Text size="sm">
        {draft.isTaken
          ? "It was sent before it was changed, or from a copy of this tab. Nothing was received now."
          : "It may have been received since then, without an answer or from a copy of this tab."}{" "}
        Look at the{" "}
        <TextLink to="/stock/movements" inherit c="inherit" td="underline">
          movements
        </TextLink>
        , and remove what came in already.
      </Text>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
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
          onClick={() => {
            clear(store);
            onDecided();
          }}
        >
          Clear all lines
        </Button>
      </Group>
    </Alert>
  );
}
