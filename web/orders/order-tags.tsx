/** The tags of an order: words of the staff's own. Each leads to the orders that carry it. */
import { Button, Group, TagsInput, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { setApiQueryData } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { TextLink } from "../ui/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import type { Order } from "./types.ts";

export function TagsCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("tags");
  const editable = can(orderApi.tag);
  useShortcuts("Order", editable ? [{ keys: "t", label: "Edit tags", run: drawer.open }] : []);
  if (!editable && order.tags.length === 0) return null;
  return (
    <Card
      title="Tags"
      actions={
        editable && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPencil size={14} />}
            onClick={drawer.open}
            aria-label="Edit tags"
          >
            Edit
          </Button>
        )
      }
    >
      {order.tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. The list of orders can be filtered by them.
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

function TagsForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={orderApi.tag}
      initialValues={{ tags: order.tags }}
      toInput={({ tags }) => ({ id: order.id, tags })}
      versioned={{ version: order.version, current: order, describe: ({ tags }) => ({ Tags: tags.join(", ") }) }}
      successMessage={() => "Tags saved"}
      submitLabel="Save"
      onSuccess={(answer) => setApiQueryData(client, orderApi.read, { id: order.id }, answer)}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <TagsInput
          label="Tags"
          placeholder="Press Enter after each"
          data-autofocus
          maxLength={50}
          maxTags={50}
          clearable={false}
          {...getInputProps("tags")}
        />
      )}
    </RecordForm>
  );
}
