/** The tags of an order: free words chosen by staff. Each links to the orders that have it. */
import { Group, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { EditButton } from "./edit-button.tsx";
import type { Order } from "./types.ts";

const TagsForm = lazyPart(() => import("./edit-tags.tsx"));

export function TagsCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("tags");
  const editable = can(orderApi.tag);
  useShortcuts("Order", editable ? [{ keys: "t", label: "Edit tags", run: drawer.open }] : []);
  if (!editable && order.tags.length === 0) return null;
  return (
    <Card title="Tags" actions={editable && <EditButton what="tags" onClick={drawer.open} />}>
      {order.tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No tags yet. You can filter the order list by tag.
        </Text>
      ) : (
        <Group gap={6}>
          {order.tags.map((tag) => (
            <TextLink key={tag} to="/orders" search={{ tag }} underline="never">
              <Badge color="gray" wrap>
                {tag}
              </Badge>
            </TextLink>
          ))}
        </Group>
      )}
      {editable && (
        <Drawer title={`Tags of ${order.number}`} opened={drawer.opened} onClose={drawer.close} size="md">
          <TagsForm order={order} onClose={drawer.close} />
        </Drawer>
      )}
    </Card>
  );
}
