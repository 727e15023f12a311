/** The timeline of an order: its changes and who made them, its payments, messages, webhook events, and staff notes. */
import { ActionIcon, Button, Group, Stack, Switch, Text, Textarea, Timeline } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import { messageLabel } from "#core/contract/values/message-kinds";
import { type ApiError, callApi } from "../../api/api-client.ts";
import { invalidateApiQueries, setApiQueryData } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { useRefetchWhile } from "../../api/use-refetch-while.ts";
import { channelLabels, statusBadges } from "../../messages/labels.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { DateTime } from "../../ui/format/format.tsx";
import { moneyText } from "../../ui/format/money.ts";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import {
  BanknoteIcon,
  GavelIcon,
  MailIcon,
  RadioIcon,
  SendIcon,
  SquarePenIcon,
  StickyNoteIcon,
  Undo2Icon,
} from "../../ui/icons.ts";
import { Card } from "../../ui/layout/card.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { toastUndo } from "../../ui/toast.tsx";
import { changeLabel, paymentMethodLabels, paymentMethodText } from "../labels.ts";
import type { Order } from "../types.ts";
import { changeText } from "./change-text.ts";
import { NoteText } from "./note-text.tsx";

type Page = Answer<typeof orderApi.timeline>;
type Entry = Page["items"][number];

const polled = [orderApi.timeline];

export function OrderTimeline({ order }: { order: Order }) {
  const { can } = useSession();
  const [showEvents, setShowEvents] = useLocalStorage({
    key: "timeline.webhookEvents",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const query = useInfiniteQuery<Page, ApiError>({
    queryKey: [orderApi.timeline.name, order.id],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        orderApi.timeline,
        { id: order.id, limit: 100, ...(typeof pageParam === "string" && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = (query.data?.pages ?? []).flatMap(({ items }) => items);
  const queued = entries.filter((entry) => entry.type === "message" && entry.status === "queued");
  useRefetchWhile(queued.map(({ id }) => id).join(), polled);
  const changes = new Set(entries.flatMap((entry) => (entry.type === "change" ? [entry.changeId] : [])));
  const eventsOf = Map.groupBy(
    entries.filter((entry) => entry.type === "event"),
    ({ changeId }) => changeId,
  );
  // An event is shown with its change; on its own only if the change is not in the list.
  // What was not sent is among the order's messages.
  const shown = withoutRepeats(entries).filter(
    (entry) =>
      (entry.type !== "event" || (showEvents && !changes.has(entry.changeId))) &&
      (entry.type !== "message" || entry.status !== "skipped"),
  );
  return (
    <Card
      title="Timeline"
      actions={
        <Switch
          size="xs"
          label="Webhook events"
          checked={showEvents}
          onChange={(event) => setShowEvents(event.currentTarget.checked)}
        />
      }
    >
      <Stack gap="md">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
        <Timeline bulletSize={24} lineWidth={2}>
          {shown.map((entry) => (
            <Timeline.Item key={entry.id} mt="sm" bullet={bullets[entry.type]} title={<EntryTitle entry={entry} />}>
              <EntryBody entry={entry} order={order} />
              <Group gap={8}>
                <Text size="xs" c="dimmed">
                  <DateTime value={entry.at} />
                </Text>
                {showEvents &&
                  entry.type === "change" &&
                  eventsOf.get(entry.changeId)?.map((event) => <EventDeliveries key={event.id} event={event} />)}
                {entry.type === "event" && <EventDeliveries event={entry} />}
              </Group>
            </Timeline.Item>
          ))}
        </Timeline>
        {query.hasNextPage && (
          <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
        {can(orderApi.addNote) && <NoteForm order={order} />}
      </Stack>
    </Card>
  );
}

/** The changes that record money, each of which is already listed as the payment or refund itself. */
const recordsMoney = new Set(["order.markPaid", "gateway.receive", "payment.match", "order.refund"]);

/** A payment is listed once: on its own, not also as the change that recorded it. */
function withoutRepeats(entries: readonly Entry[]): readonly Entry[] {
  const moneyAt = new Set(entries.flatMap(({ type, at }) => (type === "payment" || type === "refund" ? [at] : [])));
  return entries.filter(
    (entry) => !(entry.type === "change" && recordsMoney.has(entry.action) && moneyAt.has(entry.at)),
  );
}

const bullets: Readonly<Record<Entry["type"], ReactNode>> = {
  change: <SquarePenIcon size={13} />,
  event: <RadioIcon size={13} />,
  note: <StickyNoteIcon size={13} />,
  payment: <BanknoteIcon size={13} />,
  refund: <Undo2Icon size={13} />,
  dispute: <GavelIcon size={13} />,
  message: <MailIcon size={13} />,
};

function EntryTitle({ entry }: { entry: Entry }) {
  if (entry.type === "change") {
    const name = entry.by.kind === "system" ? "System" : entry.by.name;
    return <TitleLine actor={name} text={changeLabel(entry)} />;
  }
  if (entry.type === "note") return <TitleLine actor={entry.by} text="wrote" />;
  if (entry.type === "payment") {
    return (
      <TitleLine
        actor={moneyText(entry.amount)}
        text={`${entry.kind === "failed" ? "failed" : "received"}, ${paymentMethodText(entry.method)}${entry.reversedAt ? " (undone)" : ""}${isByHand(entry.method) ? `, recorded by ${entry.by}` : ""}`}
      />
    );
  }
  if (entry.type === "refund") {
    return (
      <TitleLine
        actor={moneyText(entry.amount)}
        text={`${refundTexts[entry.status]}, ${paymentMethodText(entry.gateway)}`}
      />
    );
  }
  if (entry.type === "dispute") {
    return (
      <TitleLine
        actor={moneyText(entry.amount)}
        text={`disputed (${entry.status}), ${paymentMethodText(entry.gateway)}`}
      />
    );
  }
  if (entry.type === "message") {
    const status = statusBadges[entry.status][0].toLowerCase();
    return <TitleLine actor={channelLabels[entry.channel]} text={`${messageLabel(entry.kind)} (${status})`} />;
  }
  return <TitleLine actor="System" text="sent a webhook event" />;
}

/** Payments reported by a gateway have no staff member. */
const isByHand = (method: string | null): boolean => method !== null && method in paymentMethodLabels;

const refundTexts: Readonly<Record<Extract<Entry, { type: "refund" }>["status"], string>> = {
  pending: "refund under way",
  unknown: "refund: outcome unknown",
  succeeded: "refunded",
  failed: "refund failed",
};

const TitleLine = ({ actor, text }: { actor: string; text: string }) => (
  <Text size="sm" component="span">
    <Text span inherit fw={600}>
      {actor}
    </Text>{" "}
    {text}
  </Text>
);

function EntryBody({ entry, order }: { entry: Entry; order: Order }) {
  if (entry.type === "note") return <NoteText text={entry.text} />;
  if (entry.type === "event") return null;
  if (entry.type === "message") return entry.recipient && <Text size="sm">{entry.recipient}</Text>;
  if (entry.type === "payment") {
    const details = [entry.reference, entry.reason].filter(Boolean).join(" · ");
    return details ? <Text size="sm">{details}</Text> : null;
  }
  if (entry.type === "refund" || entry.type === "dispute") {
    const made = entry.type === "refund" && entry.madeElsewhere ? "Created in the gateway’s dashboard." : null;
    const says = entry.type === "refund" ? entry.says : null;
    const details = [entry.reason, made, says].filter(Boolean).join(" · ");
    return details ? <Text size="sm">{details}</Text> : null;
  }
  const text = changeText(entry, order);
  return text ? <Text size="sm">{text}</Text> : null;
}

/** A webhook event, and the states of its deliveries. */
function EventDeliveries({ event }: { event: Extract<Entry, { type: "event" }> }) {
  const { can } = useSession();
  const { pending, delivered, dead } = event.deliveries;
  const isSent = pending + delivered + dead > 0;
  return (
    <Group gap={4}>
      {isSent && can({ right: "webhooks.read", vendor: "closed" }) ? (
        <TextLink to="/settings/webhooks/deliveries" search={{ eventId: event.id }} size="xs" ff="monospace">
          {event.name}
        </TextLink>
      ) : (
        <Text size="xs" ff="monospace" c="dimmed">
          {event.name}
        </Text>
      )}
      {event.fannedOutAt === null && <SmallBadge color="gray" text="on its way" />}
      {delivered > 0 && <SmallBadge color="green" text={`${delivered} delivered`} />}
      {pending > 0 && <SmallBadge color="yellow" text={`${pending} pending`} />}
      {dead > 0 && <SmallBadge color="red" text={`${dead} dead`} />}
    </Group>
  );
}

const SmallBadge = ({ color, text }: { color: string; text: string }) => (
  <Badge color={color} wrap>
    {text}
  </Badge>
);

function NoteForm({ order }: { order: Order }) {
  const client = useQueryClient();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useApiForm(orderApi.addNote, {
    initialValues: { text: "" },
    toInput: ({ text }) => ({ id: order.id, text }),
    keepsTyping: true,
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      // The next note may have been started.
      if (!form.isDirty()) form.reset();
      toastUndo("Note added", async () => {
        await callApi(orderApi.removeNote, { id: order.id, noteId: answer.note.id });
        await invalidateApiQueries(client);
      });
    },
  });
  useShortcuts("Order", [{ keys: "m", label: "Add a note", run: () => input.current?.focus() }]);
  return (
    <form onSubmit={form.onSubmit} noValidate className="no-print">
      <Stack gap="xs">
        <Textarea
          ref={input}
          aria-label="Note for the team"
          placeholder="Note for the team. Customers do not see it. Ctrl-Enter saves it."
          autosize
          minRows={1}
          maxRows={8}
          maxLength={5000}
          {...form.getInputProps("text")}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.submit();
          }}
          rightSection={
            <ActionIcon type="submit" variant="subtle" aria-label="Add note" loading={form.mutation.isPending}>
              <SendIcon size={16} />
            </ActionIcon>
          }
        />
        <ErrorAlert error={form.mutation.error} onRetry={form.submit} />
      </Stack>
    </form>
  );
}
