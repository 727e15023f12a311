import { Group } from "@mantine/core";
import { countMax, type DeliveryStatus } from "#core/contract/webhook";
import { Tag } from "../ui/badge.tsx";
import { deliveryLook, type Endpoint } from "./labels.ts";

export function DeliveryBadge({ of }: { of: DeliveryStatus }) {
  const [label, color] = deliveryLook[of];
  return <Tag color={color}>{label}</Tag>;
}

/** Counted no further than anybody reads. */
export const countedText = (count: number): string =>
  count >= countMax ? `${countMax.toLocaleString("en")} or more` : String(count);

/** How an endpoint fares: what a glance down the list must catch. */
export function Health({ of: { active, health } }: { of: Endpoint }) {
  const { failuresInARow, pending, dead, lastSuccessAt } = health;
  const failing = failuresInARow > 0;
  return (
    <Group gap={4} component="span">
      {!active ? (
        <Tag color="gray">Paused</Tag>
      ) : failing ? (
        <Tag color={failuresInARow >= 12 ? "red" : "orange"}>
          {failuresInARow} {failuresInARow === 1 ? "failure" : "failures in a row"}
        </Tag>
      ) : lastSuccessAt ? (
        <Tag color="green">Healthy</Tag>
      ) : (
        <Tag color="gray">Nothing sent yet</Tag>
      )}
      {pending > 0 && <Tag color="yellow">{countedText(pending)} pending</Tag>}
      {dead > 0 && <Tag color="red">{countedText(dead)} dead</Tag>}
    </Group>
  );
}
