/** What an order's customer was told, on the order's page. */
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { lazy } from "react";
import * as messageApi from "#core/contract/message";
import { messageLabel } from "#core/contract/message-kinds";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { loadChunk } from "../shell/chunk-errors.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { idParam, useRecordDrawer } from "../ui/url-state.ts";
import { channelLabels } from "./labels.ts";
import { MessageBadge } from "./message-badge.tsx";

const MessageDetails = lazy(
  loadChunk(() => import("./message-details.tsx").then((module) => ({ default: module.MessageDetails }))),
);

export function OrderMessages({ orderId }: { orderId: `ord_${string}` }) {
  const { can } = useSession();
  const mayRead = can(messageApi.list);
  const query = useApiQuery(messageApi.list, { orderId, limit: 50 }, { enabled: mayRead });
  const drawer = useRecordDrawer("message", idParam("msg"));
  const items = query.data?.items ?? [];
  if (!mayRead || items.length === 0) return null;
  return (
    <Card title="Messages">
      <Stack gap="xs">
        {items.map((message) => (
          <Group key={message.id} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <div>
              <Anchor component="button" type="button" size="sm" onClick={() => drawer.open(message.id)}>
                {messageLabel(message.kind)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {channelLabels[message.channel]}, <DateTime value={message.createdAt} inSentence />
              </Text>
            </div>
            <MessageBadge message={message} />
          </Group>
        ))}
      </Stack>
      <Drawer title="Message" opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.id && <MessageDetails key={drawer.id} id={drawer.id} />}
      </Drawer>
    </Card>
  );
}
