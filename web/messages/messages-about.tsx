/** Messages to a customer: on an order's page about that order, on the customer's page all of them. */
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import { messageLabel } from "#core/contract/values/message-kinds";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { DateTime } from "../ui/format/format.tsx";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { idParam, useRecordDrawer } from "../ui/url-state.ts";
import { channelLabels } from "./labels.ts";
import { MessageBadge } from "./message-badge.tsx";

const MessageDetails = lazyPart(() => import("./message-details.tsx"));

interface Props {
  readonly about: { readonly orderId: `ord_${string}` } | { readonly customerId: `cus_${string}` };
}

const polled = [messageApi.list];

/** The rest is shown on request: a regular customer has dozens, which would hide what comes below. */
const shownMax = 8;

export function MessagesAbout({ about }: Props) {
  const { can } = useSession();
  const mayRead = can(messageApi.list);
  const query = useApiQuery(messageApi.list, { ...about, limit: 50 }, { enabled: mayRead, poll: true });
  const drawer = useRecordDrawer("message", idParam("msg"));
  const [showsAll, setShowsAll] = useState(false);
  const items = query.data?.items ?? [];
  const queued = items.filter(({ status }) => status === "queued");
  useRefetchWhile(queued.map(({ id }) => id).join(), polled);
  const shown = showsAll ? items : items.slice(0, shownMax);
  if (!mayRead || items.length === 0) return null;
  return (
    <Card title="Messages">
      <Stack gap="xs">
        {shown.map((message) => (
          <Group key={message.id} justify="space-between" gap="xs" wrap="nowrap" align="baseline">
            <div>
              <Anchor component="button" type="button" size="sm" onClick={() => drawer.open(message.id)}>
                {messageLabel(message.kind)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {channelLabels[message.channel]}
                {"customerId" in about && message.orderNumber && ` about ${message.orderNumber}`},{" "}
                <DateTime value={message.createdAt} inSentence />
              </Text>
            </div>
            <MessageBadge message={message} />
          </Group>
        ))}
      </Stack>
      {shown.length < items.length && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setShowsAll(true)}>
          Show {items.length - shown.length} more
        </Button>
      )}
      <Drawer title="Message" opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.id && <MessageDetails key={drawer.id} id={drawer.id} />}
      </Drawer>
    </Card>
  );
}
