import { Group } from "@mantine/core";
import { countMax, type DeliveryStatus } from "#core/contract/webhook";
import { Badge } from "../ui/badge.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { deliveryBadges } from "./labels.ts";
import type { Endpoint } from "./types.ts";

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [label, color] = deliveryBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

/** Of a pending delivery, in a sentence. */
export function NextAttempt({ at, isPaused }: { at: string | null; isPaused: boolean }) {
  if (isPaused) return "waits until its endpoint is resumed";
  return (
    <>
      next attempt <DateTime value={at} inSentence />
    </>
  );
}

/** The API stops counting at a maximum. */
export const cappedCountText = (count: number): string =>
  count >= countMax ? `${countMax.toLocaleString()} or more` : String(count);

export function HealthBadges({ endpoint: { active, health } }: { endpoint: Endpoint }) {
  const { failuresInARow, pending, dead, lastSuccessAt } = health;
  return (
    <Group gap={4} component="span">
      {!active ? (
        <Badge color="gray">Paused</Badge>
      ) : failuresInARow > 0 ? (
        <Badge color={failuresInARow >= 12 ? "red" : "orange"}>
          {failuresInARow} {failuresInARow === 1 ? "failure" : "failures in a row"}
        </Badge>
      ) : lastSuccessAt ? (
        <Badge color="green">Healthy</Badge>
      ) : (
        <Badge color="gray">Nothing sent yet</Badge>
      )}
      {pending > 0 && <Badge color="yellow">{cappedCountText(pending)} pending</Badge>}
      {dead > 0 && <Badge color="red">{cappedCountText(dead)} dead</Badge>}
    </Group>
  );
}
