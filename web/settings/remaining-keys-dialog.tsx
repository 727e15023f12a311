/** The API keys that somebody made who was removed: they go on working, and whoever made them has seen them. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import * as apiKeyApi from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import type * as staffApi from "#core/contract/staff";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Tag } from "../ui/badge.tsx";
import { countText, When } from "../ui/format/format.tsx";
import { sayRefused } from "../ui/toast.tsx";
import { RoleBadge } from "./role-badge.tsx";

type Key = Answer<typeof staffApi.remove>["keys"][number];

export interface Left {
  readonly name: string;
  readonly keys: readonly Key[];
}

export function KeysLeft({ of, onClose }: { of: Left | null; onClose: () => void }) {
  // What it was about stays while it closes.
  const [last, setLast] = useState(of);
  if (of && of !== last) setLast(of);
  return (
    <Modal
      opened={of !== null}
      onClose={onClose}
      title={
        last &&
        `${countText(last.keys.length, "API key")} of ${last.name} still ${last.keys.length === 1 ? "works" : "work"}`
      }
      closeButtonProps={{ "aria-label": "Close" }}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">
          {last?.name} made them, and has seen them. Programs of the store may use them: revoke those that only{" "}
          {last?.name} used.
        </Text>
        <Table fz="sm" aria-label="API keys">
          <Table.Tbody>
            {last?.keys.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Row({ of: { id, name, last4, role, lastUsedAt } }: { of: Key }) {
  const { can } = useSession();
  const revoke = useApiMutation(apiKeyApi.revoke);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          … {last4} · last used <When at={lastUsedAt} within />
        </Text>
      </Table.Td>
      <Table.Td>
        <RoleBadge role={role} />
      </Table.Td>
      <Table.Td ta="right">
        {revoke.isSuccess ? (
          <Tag color="gray">Revoked</Tag>
        ) : (
          can(apiKeyApi.revoke) && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Revoke ${name}`}
              loading={revoke.isPending}
              onClick={() => revoke.mutate({ id }, { onError: sayRefused })}
            >
              Revoke
            </Button>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}
