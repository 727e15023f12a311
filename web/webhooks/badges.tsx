import { Badge, Group } from "@mantine/core";
import { countMax, type DeliveryStatus } from "#core/contract/webhook";
import { deliveryLook, type Endpoint } from "./words.ts";

const asWritten = { variant: "light", tt: "none", fw: 550, miw: "max-content" } as const;

export function DeliveryBadge({ of }: { of: DeliveryStatus }) {
  const [label, color] = deliveryLook[of];
  return (
    <Badge color={color} {...asWritten}>
      {label}
    </Badge>
  );
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
        <Badge color="gray" {...asWritten}>
          Paused
        </Badge>
      ) : failing ? (
        <Badge color={failuresInARow >= 12 ? "red" : "orange"} {...asWritten}>
          {failuresInARow} {failuresInARow === 1 ? "failure" : "failures in a row"}
        </Badge>
      ) : lastSuccessAt ? (
        <Badge color="green" {...asWritten}>
          Healthy
        </Badge>
      ) : (
        <Badge color="gray" {...asWritten}>
          Nothing sent yet
        </Badge>
      )}
      {pending > 0 && (
        <Badge color="yellow" {...asWritten}>
          {countedText(pending)} pending
        </Badge>
      )}
      {dead > 0 && (
        <Badge color="red" {...asWritten}>
          {countedText(dead)} dead
        </Badge>
      )}
    </Group>
  );
}
