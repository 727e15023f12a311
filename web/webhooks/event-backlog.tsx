/** The events in the outbox, which have not reached the event bus, so that they have no deliveries yet. */
import { Group, Text } from "@mantine/core";
import * as eventApi from "#core/contract/event";
import type { Answer } from "#core/contract/kit/operation";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { countText } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { TextLink } from "../ui/links/links.tsx";

/** A sweep runs every minute, so an event that waits longer has a problem. */
const lateSeconds = 120;
/** The API counts no further. */
const eventsMax = 10_000;

type BacklogAnswer = Answer<typeof eventApi.readBacklog>;

export function EventBacklog() {
  const { can } = useSession();
  const { data } = useApiQuery(eventApi.readBacklog, {}, { enabled: can(eventApi.readBacklog), poll: true });
  if (!data) return null;
  return (
    <Card
      title="Event backlog"
      actions={
        <TextLink to="/settings/doctor" size="sm">
          Health check
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

function backlogText({ waiting, lagSeconds }: BacklogAnswer): string {
  if (waiting === 0) return "No events are waiting to be sent.";
  const events = waiting >= eventsMax ? `${eventsMax.toLocaleString()} events or more` : countText(waiting, "event");
  const age =
    lagSeconds < 60 ? countText(Math.round(lagSeconds), "second") : countText(Math.round(lagSeconds / 60), "minute");
  const late = lagSeconds > lateSeconds ? " Something is wrong: see the health check." : "";
  return `${events} ${waiting === 1 ? "is" : "are"} waiting to be sent, the oldest for ${age}.${late}`;
}
