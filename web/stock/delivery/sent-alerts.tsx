/** What has become of a delivery that was sent. */
import { Alert, Button, Group, List, Loader, Text } from "@mantine/core";
import { copiesMax, labelsOf } from "../../labels/chosen-items.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { ServedOrders } from "../changes/change-result.tsx";
import { putBack, type Received, useDelivery } from "./delivery.ts";
import { isKnown, type Sent } from "./draft.ts";
import { receivedText, unitsOf } from "./send-delivery.ts";

interface Props {
  readonly sent: Sent;
  readonly send: () => Promise<void>;
  /** Called when one of the buttons was pressed, which is gone then. */
  readonly onDecided: () => void;
}

/** It is under way, or has not been answered: it stays until it is, wherever else its user goes meanwhile. */
export function SentAlert({ sent, send, onDecided }: Props) {
  const { store, isSending, error } = useDelivery();
  const units = countText(unitsOf(sent), "unit");
  if (isSending) {
    return (
      <Group gap="xs" role="status">
        <Loader size={16} />
        <Text size="sm">
          Receiving {units} at {sent.locationName} …
        </Text>
      </Group>
    );
  }
  return (
    <Alert
      color="orange"
      role="alert"
      maw={640}
      title={`It is not known whether the delivery at ${sent.locationName} (${units}) was received`}
    >
      <Text size="sm">
        {isKnown(sent.begunAt)
          ? "The store’s answer did not arrive. Try again: the delivery is received only once, however often it is sent."
          : "The store’s answer did not arrive, and it was begun too long ago to be sent again."}
      </Text>
      <List size="sm" my="xs">
        {sent.lines.slice(0, linesShown).map(({ variantId, sku, quantity }) => (
          <List.Item key={variantId}>
            {quantity} × {sku}
          </List.Item>
        ))}
        {sent.lines.length > linesShown && (
          <List.Item>and {countText(sent.lines.length - linesShown, "more item")}</List.Item>
        )}
      </List>
      <ErrorAlert error={error} />
      <Group gap="xs" mt="sm">
        {isKnown(sent.begunAt) && (
          <Button
            size="xs"
            onClick={() => {
              onDecided();
              void send();
            }}
          >
            Try again
          </Button>
        )}
        {!isKnown(sent.begunAt) && (
          <Button
            size="xs"
            onClick={() => {
              onDecided();
              store.change({ sent: null, error: null });
            }}
          >
            It was received
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onDecided();
            putBack(store, null);
          }}
        >
          Change it instead
        </Button>
        <Text size="xs">
          {isKnown(sent.begunAt) ? (
            "If you change it, you are told whether it was received after all."
          ) : (
            <>
              Before you change it, look at the{" "}
              <TextLink to="/stock/movements" inherit c="inherit" td="underline">
                movements
              </TextLink>
              : if it was received, it would be received twice.
            </>
          )}
        </Text>
      </Group>
    </Alert>
  );
}

const linesShown = 5;

export function ReceivedAlert({ received }: { received: Received }) {
  const { sent, served, isRepeat } = received;
  const copies = sent.input.lines.map(({ variantId, quantity }) => ({
    id: variantId,
    copies: Math.min(quantity, copiesMax),
  }));
  const labels = copies.reduce((sum, one) => sum + one.copies, 0);
  return (
    <Alert color={isRepeat ? "orange" : "teal"} role="status" maw={640} title={receivedText(received)}>
      <TextLink to="/products/labels" search={labelsOf(copies)} size="sm" inherit c="inherit" td="underline">
        Print {countText(labels, "label")} for what was received
      </TextLink>
      <ServedOrders served={served} />
    </Alert>
  );
}
