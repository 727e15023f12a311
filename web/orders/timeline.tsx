/** The order's story: who did what, what was told to whom, and the notes that staff leave for each other. */
import { ActionIcon, Badge, Button, Group, Stack, Switch, Text, Textarea, Timeline as Track } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconBroadcast, IconCash, IconEdit, IconNote, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { Answer } from "#core/contract/kit";
import * as order from "#core/contract/order";
import { ask, type Refused } from "../api/ask.ts";
import { remember } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { useActForm } from "../ui/form.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { moneyText } from "../ui/money.ts";
import { Problem } from "../ui/problem.tsx";
import { actionNames, methodText, type Order } from "./words.ts";

type Page = Answer<typeof order.timeline>;
type Entry = Page["items"][number];

export function Timeline({ of }: { of: Order }) {
  const { may } = useSession();
  const [events, setEvents] = useLocalStorage({
    key: "timeline.events",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const pages = useInfiniteQuery<Page, Refused>({
    queryKey: [order.timeline.name, of.id],
    queryFn: ({ pageParam, signal }) =>
      ask(
        order.timeline,
        { id: of.id, limit: 100, ...(typeof pageParam === "string" && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = (pages.data?.pages ?? []).flatMap(({ items }) => items);
  const changes = new Set(entries.flatMap((entry) => (entry.type === "change" ? [entry.changeId] : [])));
  const eventsOf = Map.groupBy(
    entries.filter((entry) => entry.type === "event"),
    ({ changeId }) => changeId,
  );
  // An event stands with the change that it tells of.
  const told = entries.filter((entry) => entry.type !== "event" || (events && !changes.has(entry.changeId)));
  return (
    <Card
      title="Timeline"
      actions={
        <Switch
          size="xs"
          label="Events"
          checked={events}
          onChange={(event) => setEvents(event.currentTarget.checked)}
        />
      }
    >
      <Stack gap="md">
        <Problem of={pages.error} retry={() => void pages.refetch()} />
        <Track bulletSize={24} lineWidth={2}>
          {told.map((entry) => (
            <Track.Item key={entry.id} mt="sm" bullet={bullets[entry.type]} title={<Title of={entry} />}>
              <Said of={entry} />
              <Group gap={8}>
                <Text size="xs" c="dimmed">
                  <When at={entry.at} />
                </Text>
                {events &&
                  entry.type === "change" &&
                  eventsOf.get(entry.changeId)?.map((event) => <Told key={event.id} of={event} />)}
                {entry.type === "event" && <Told of={entry} />}
              </Group>
            </Track.Item>
          ))}
        </Track>
        {pages.hasNextPage && (
          <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show what came later
          </Button>
        )}
        {may(order.addNote) && <NoteForm of={of} />}
      </Stack>
    </Card>
  );
}

const bullets: Readonly<Record<Entry["type"], ReactNode>> = {
  change: <IconEdit size={13} />,
  event: <IconBroadcast size={13} />,
  note: <IconNote size={13} />,
  payment: <IconCash size={13} />,
};

function Title({ of }: { of: Entry }) {
  if (of.type === "change") {
    const name = of.by.kind === "system" ? "The store" : of.by.name;
    return <Line strong={name} rest={actionNames[of.action] ?? of.action} />;
  }
  if (of.type === "note") return <Line strong={of.by} rest="wrote" />;
  if (of.type === "payment") {
    return (
      <Line
        strong={moneyText(of.amount)}
        rest={`${of.kind === "failed" ? "failed" : "received"}, ${methodText(of.method)}${of.reversedAt ? " (undone)" : ""}`}
      />
    );
  }
  return <Line strong="The store" rest="told the webhooks" />;
}

const Line = ({ strong, rest }: { strong: string; rest: string }) => (
  <Text size="sm" component="span">
    <Text span inherit fw={600}>
      {strong}
    </Text>{" "}
    {rest}
  </Text>
);

function Said({ of }: { of: Entry }) {
  if (of.type === "note") {
    return (
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {of.text}
      </Text>
    );
  }
  if (of.type === "event") return null;
  if (of.type === "payment") {
    const said = [of.reference, of.reason].filter(Boolean).join(" · ");
    return said ? <Text size="sm">{said}</Text> : null;
  }
  const said = changeText(of);
  return said ? <Text size="sm">{said}</Text> : null;
}

/** An event, and how far its deliveries are. */
function Told({ of }: { of: Extract<Entry, { type: "event" }> }) {
  const { pending, delivered, dead } = of.deliveries;
  return (
    <Group gap={4}>
      <Text size="xs" ff="monospace" c="dimmed">
        {of.name}
      </Text>
      {of.fannedOutAt === null && <Small color="gray" text="on its way" />}
      {delivered > 0 && <Small color="green" text={`${delivered} delivered`} />}
      {pending > 0 && <Small color="yellow" text={`${pending} pending`} />}
      {dead > 0 && <Small color="red" text={`${dead} dead`} />}
    </Group>
  );
}

const Small = ({ color, text }: { color: string; text: string }) => (
  <Badge size="xs" variant="light" color={color} tt="none">
    {text}
  </Badge>
);

/** The few words of a change that say more than its name. */
function changeText({ after }: Extract<Entry, { type: "change" }>): string {
  if (!after) return "";
  const { changed, reason } = after;
  const lines = Array.isArray(changed) ? changed.map(lineText).filter(Boolean).join(", ") : "";
  return [lines, typeof reason === "string" ? reason : ""].filter(Boolean).join(" · ");
}

function lineText(line: unknown): string {
  if (typeof line !== "object" || line === null || !("sku" in line && "before" in line && "after" in line)) return "";
  return `${String(line.sku)}: ${String(line.before)} → ${String(line.after)}`;
}

function NoteForm({ of }: { of: Order }) {
  const client = useQueryClient();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useActForm(order.addNote, {
    from: { text: "" },
    asked: ({ text }) => ({ id: of.id, text }),
    onDone: (answer) => {
      remember(client, order.read, { id: of.id }, answer.order);
      form.reset();
    },
  });
  useKeys("Order", [{ keys: "m", does: "Write a note", run: () => input.current?.focus() }]);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="xs">
        <Textarea
          ref={input}
          aria-label="A note for the team"
          placeholder="A note for the team. Customers never see it. Ctrl-Enter sends it."
          autosize
          minRows={1}
          maxRows={8}
          maxLength={5000}
          {...form.getInputProps("text")}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.send();
          }}
          rightSection={
            <ActionIcon type="submit" variant="subtle" aria-label="Send the note" loading={form.act.isPending}>
              <IconSend size={16} />
            </ActionIcon>
          }
        />
        <Problem of={form.act.error} retry={form.send} />
      </Stack>
    </form>
  );
}
