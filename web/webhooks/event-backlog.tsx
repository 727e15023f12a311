/** What the outbox still holds: events that have not reached the bus, for which no delivery exists yet. */
import { Group, Text } from "@mantine/core";
import * as eventApi from "#core/contract/event";
import type { Answer } from "#core/contract/kit";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { countText } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";

/** The sweep comes by every minute: what waits for longer waits for somebody. */
const lateSeconds = 120;
/** Counted no further. */
const waitingMax = 10_000;

type Backlog = Answer<typeof eventApi.readBacklog>;

export function Backlog() {
  const { can } = useSession();
  const { data } = useApiQuery(eventApi.readBacklog, {}, { enabled: can(eventApi.readBacklog), poll: true });
  if (!data) return null;
  return (
    <Card
      title="Event backlog"
      actions={
        <TextLink to="/settings/doctor" size="sm">
          Doctor
        </TextLink>
      }
    >
      <Group gap="xs">
        {data.lagSeconds > lateSeconds && <Badge color="red">Late</Badge>}
        <Text size="sm" role="status">
          {backlogText(data)}
        </Text>
      </Group>
    </Card>
  );
}

function backlogText({ waiting, lagSeconds }: Backlog): string {
  if (waiting === 0) return "Every event has left for the webhooks.";
  const many =
    waiting >= waitingMax ? `${waitingMax.toLocaleString("en")} events or more` : countText(waiting, "event");
  const age =
    lagSeconds < 60 ? countText(Math.round(lagSeconds), "second") : countText(Math.round(lagSeconds / 60), "minute");
  const late = lagSeconds > lateSeconds ? " Nobody carries them: see what the doctor says." : "";
  return `${many} ${waiting === 1 ? "waits" : "wait"} to leave, the oldest for ${age}.${late}`;
}
