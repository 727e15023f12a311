/** One delivery: every attempt, what came of it, and the body as it is sent. */
import { Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { Id } from "#core/contract/fields";
import * as webhookApi from "#core/contract/webhook";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import classes from "../settings/settings.module.css";
import { EntityLink } from "../ui/entity-link.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { CopyButton } from "../ui/show-once-dialog.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { DeliveryBadge } from "./badges.tsx";
import { type Delivery, resultText } from "./labels.ts";
import { useEndpoints } from "./use-endpoints.ts";

interface Props {
  /** `whe_….evt_…` */
  readonly place: string;
  /** As the list knows it. */
  readonly known: Delivery | undefined;
}

export function DeliveryShown({ place, known }: Props) {
  const [endpointId, eventId] = place.split(".") as [Id<"endpoint">, Id<"event">]; // the store says whether they are such
  const answer = useApiQuery(webhookApi.listDeliveries, { endpointId, eventId, limit: 1 }, { keepPrevious: false });
  const of = answer.data?.items[0] ?? known;
  if (of) return <Shown delivery={of} />;
  if (answer.error) return <ErrorAlert error={answer.error} onRetry={() => void answer.refetch()} />;
  return answer.data ? (
    <Text size="sm">There is no such delivery any more.</Text>
  ) : (
    <Skeleton height={240} radius="md" />
  );
}

function Shown({ delivery }: { delivery: Delivery }) {
  const { can } = useSession();
  const { urlOf } = useEndpoints();
  const retry = useApiMutation(webhookApi.retryDelivery, {
    onSuccess: () => toastSuccess("Queued again: it is tried at once"),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <DeliveryBadge status={delivery.status} />
          <Text size="sm" c="dimmed">
            {delivery.status === "pending" && (
              <>
                next try <DateTime value={delivery.nextAttemptAt} inSentence />
              </>
            )}
            {delivery.status === "delivered" && <DateTime value={delivery.deliveredAt} />}
            {delivery.status === "dead" && "given up: the last of 12 attempts failed"}
          </Text>
        </Group>
        {delivery.status === "dead" && can(webhookApi.retryDelivery) && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ id: delivery.id })}
          >
            Retry
          </Button>
        )}
      </Group>
      <ErrorAlert error={retry.error} onRetry={() => retry.mutate({ id: delivery.id })} />
      <table className={classes["facts"]}>
        <tbody>
          <tr>
            <th scope="row">To</th>
            <td>
              <TextLink to="/settings/webhooks/$id" params={{ id: delivery.endpointId }} inherit underline="always">
                <span className={classes["wrapped"]}>{urlOf(delivery.endpointId) || delivery.endpointId}</span>
              </TextLink>
            </td>
          </tr>
          <tr>
            <th scope="row">About</th>
            <td>
              <EntityLink id={subjectOf(delivery)} />
            </td>
          </tr>
          <tr>
            <th scope="row">Event</th>
            <td>
              <Text span ff="monospace" fz="xs" className={classes["wrapped"]}>
                {delivery.eventId}
              </Text>{" "}
              · <DateTime value={delivery.createdAt} />
            </td>
          </tr>
        </tbody>
      </table>
      <Attempts delivery={delivery} />
      <Body delivery={delivery} />
    </Stack>
  );
}

function Attempts({ delivery: { history, attempts } }: { delivery: Delivery }) {
  return (
    <div>
      <Text component="h3" size="sm" fw={620} mb={4}>
        Attempts ({attempts} of 12{history.length > attempts ? ", and those before the retry" : ""})
      </Text>
      {history.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <table className={classes["facts"]}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What came of it</th>
              <th scope="col" style={{ textAlign: "right" }}>
                Took
              </th>
            </tr>
          </thead>
          <tbody>
            {history.toReversed().map(({ at, status, error, milliseconds }) => (
              <tr key={at}>
                <td>
                  <DateTime value={at} />:{at.slice(17, 19)}
                </td>
                <td>{resultText(status, error)}</td>
                <td style={{ textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
                  {milliseconds.toLocaleString("en")} ms
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Body({ delivery }: { delivery: Delivery }) {
  return (
    <div>
      <Group justify="space-between">
        <Text component="h3" size="sm" fw={620}>
          Body
        </Text>
        <CopyButton value={delivery.body} label="the body, byte for byte" />
      </Group>
      <Code block className={classes["code"]} tabIndex={0} role="region" aria-label="Body">
        {pretty(delivery.body)}
      </Code>
      <Text size="xs" c="dimmed" mt={4}>
        Laid out to be read. What is sent, and signed, has no spaces in between; the button copies that.
      </Text>
    </div>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** What the event is about, from the envelope that every event has. */
function subjectOf({ body }: Delivery): string {
  try {
    return String(JSON.parse(body).subject.id);
  } catch {
    return "–";
  }
}
