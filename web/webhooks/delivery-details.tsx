/** One delivery: its attempts with their results, and the body of the request. */
import { Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { Id } from "#core/contract/kit/fields";
import * as webhookApi from "#core/contract/webhook";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { RefreshCwIcon } from "../ui/icons.ts";
import tableClasses from "../ui/layout/plain-table.module.css";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { DeliveryBadge, NextAttempt } from "./badges.tsx";
import { resultText } from "./labels.ts";
import type { Delivery } from "./types.ts";
import { useEndpoints } from "./use-endpoints.ts";
import classes from "./webhooks.module.css";

interface Props {
  /** The ids of its endpoint and its event: `whe_….evt_…`. */
  readonly deliveryKey: string;
  /** Its row from the list, shown until it has loaded. */
  readonly preview: Delivery | undefined;
}

export function DeliveryDetails({ deliveryKey, preview }: Props) {
  const [endpointId, eventId] = deliveryKey.split(".") as [Id<"endpoint">, Id<"event">]; // the API refuses other ids
  const query = useApiQuery(webhookApi.listDeliveries, { endpointId, eventId, limit: 1 }, { keepPrevious: false });
  const delivery = query.data?.items[0] ?? preview;
  if (delivery) return <Details delivery={delivery} />;
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return query.data ? <Text size="sm">This delivery no longer exists.</Text> : <Skeleton height={240} radius="md" />;
}

function Details({ delivery }: { delivery: Delivery }) {
  const { can } = useSession();
  const { urlOf, isPaused } = useEndpoints();
  const retry = useApiMutation(webhookApi.retryDelivery, {
    onSuccess: () => toastSuccess("Queued for another attempt"),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <DeliveryBadge status={delivery.status} />
          <Text size="sm" c="dimmed">
            {delivery.status === "pending" && (
              <NextAttempt at={delivery.nextAttemptAt} isPaused={isPaused(delivery.endpointId)} />
            )}
            {delivery.status === "delivered" && <DateTime value={delivery.deliveredAt} />}
            {delivery.status === "dead" && "all 12 attempts failed"}
          </Text>
        </Group>
        {delivery.status === "dead" && can(webhookApi.retryDelivery) && (
          <Button
            size="xs"
            leftSection={<RefreshCwIcon size={14} />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ id: delivery.id })}
          >
            Retry
          </Button>
        )}
      </Group>
      <ErrorAlert error={retry.error} onRetry={() => retry.mutate({ id: delivery.id })} />
      <table className={tableClasses["table"]}>
        <tbody>
          <tr>
            <th scope="row">Endpoint</th>
            <td>
              <TextLink to="/settings/webhooks/$id" params={{ id: delivery.endpointId }} inherit underline="always">
                <span className={classes["url"]}>{urlOf(delivery.endpointId) || delivery.endpointId}</span>
              </TextLink>
            </td>
          </tr>
          <tr>
            <th scope="row">Record</th>
            <td>
              <EntityLink id={subjectIdOf(delivery)} />
            </td>
          </tr>
          <tr>
            <th scope="row">Event</th>
            <td>
              <Text span ff="monospace" fz="xs" className={classes["url"]}>
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
        Attempts ({attempts} of 12{history.length > attempts ? ", and those before the manual retry" : ""})
      </Text>
      {history.length === 0 ? (
        <Text size="sm" c="dimmed">
          No attempts yet.
        </Text>
      ) : (
        <table className={tableClasses["table"]}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Result</th>
              <th scope="col" style={{ textAlign: "right" }}>
                Duration
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
                  {milliseconds.toLocaleString()} ms
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
          Request body
        </Text>
        <CopyButton value={delivery.body} label="Request body" />
      </Group>
      <Code block className={classes["code"]} tabIndex={0} role="region" aria-label="Request body">
        {formatJson(delivery.body)}
      </Code>
      <Text size="xs" c="dimmed" mt={4}>
        Formatted for reading. It is sent and signed without the extra spaces; the copy button copies it as it is sent.
      </Text>
    </div>
  );
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The id of the record that the event is about; every event has it. */
function subjectIdOf({ body }: Delivery): string {
  try {
    return String(JSON.parse(body).subject.id);
  } catch {
    return "–";
  }
}
