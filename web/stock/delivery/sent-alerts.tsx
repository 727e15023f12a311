/** What has become of a delivery that was sent. */
import { Alert, Button, Group, List, Loader, Text } from "@mantine/core";
import { copiesMax, labelsOf } from "../../labels/chosen-items.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { ServedOrders } from "../changes/change-result.tsx";
import { putBack, type Sent } from "./delivery.ts";
import { type Received, type Sending, unitsOf } from "./send-delivery.ts";

/** It is under way, or has not been answered: it stays until it is, wherever else its user goes meanwhile. */
export function SentAlert({ sent, sending: { send, isPending, error } }: { sent: Sent; sending: Sending }) {
  const units = countText(unitsOf(sent), "unit");
  if (isPending) {
    return (
      <Group gap="xs" role="status">
        <Loader size={16} />
        <Text size="sm">
          Receiving {units} at {sent.at} …
        </Text>
      </Group>
    );
  }
  return (
    <Alert
      color="orange"
      role="alert"
      maw={640}
      title={`It is not known whether the delivery at ${sent.at} (${units}) was received`}
    >
      <Text size="sm">
        The store’s answer did not arrive. Try again: the delivery is received only once, however often it is sent.
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
        <Button size="xs" onClick={() => void send()}>
          Try again
        </Button>
        <Button size="xs" variant="default" onClick={putBack}>
          Change it instead
        </Button>
        <Text size="xs">
          Before you change it, look at the{" "}
          <TextLink to="/stock/movements" inherit c="inherit" td="underline">
            movements
          </TextLink>
          : if it was received, it would be received twice.
        </Text>
      </Group>
    </Alert>
  );
}

const linesShown = 5;

export function ReceivedAlert({ received: { sent, served } }: { received: Received }) {
  const copies = sent.input.lines.map(({ variantId, quantity }) => ({
    id: variantId,
    copies: Math.min(quantity, copiesMax),
  }));
  const labels = copies.reduce((sum, one) => sum + one.copies, 0);
  return (
    <Alert color="teal" role="status" maw={640} title={`${countText(unitsOf(sent), "unit")} received at ${sent.at}`}>
      <TextLink to="/products/labels" search={labelsOf(copies)} size="sm" inherit c="inherit" td="underline">
        Print {countText(labels, "label")} for what was received
      </TextLink>
      <ServedOrders served={served} />
    </Alert>
  );
}
