import { Group } from "@mantine/core";
import { countMax, type DeliveryStatus } from "#core/contract/webhook";
import { Badge } from "../ui/badge.tsx";
import { deliveryLook, type Endpoint } from "./labels.ts";

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [label, color] = deliveryLook[status];
  return <Badge color={color}>{label}</Badge>;
}

/** Counted no further than anybody reads. */
export const countedText = (count: number): string =>
  count >= countMax ? `${countMax.toLocaleString("en")} or more` : String(count);

/** How an endpoint fares: what a glance down the list must catch. */
export function Health({ endpoint: { active, health } }: { endpoint: Endpoint }) {
  const { failuresInARow, pending, dead, lastSuccessAt } = health;
  const failing = failuresInARow > 0;
  return (
    <Group gap={4} component="span">
      {!active ? (
        <Badge color="gray">Paused</Badge>
      ) : failing ? (
        <Badge color={failuresInARow >= 12 ? "red" : "orange"}>
          {failuresInARow} {failuresInARow === 1 ? "failure" : "failures in a row"}
        </Badge>
      ) : lastSuccessAt ? (
        <Badge color="green">Healthy</Badge>
      ) : (
        <Badge color="gray">Nothing sent yet</Badge>
      )}
      {pending > 0 && <Badge color="yellow">{countedText(pending)} pending</Badge>}
      {dead > 0 && <Badge color="red">{countedText(dead)} dead</Badge>}
    </Group>
  );
}
