/** The API keys that somebody made who was removed: they go on working, and whoever made them has seen them. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import * as apiKeyApi from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import type * as staffApi from "#core/contract/staff";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { toastError } from "../ui/toast.tsx";
import { RoleBadge } from "./role-badge.tsx";

type Key = Answer<typeof staffApi.remove>["keys"][number];

export interface Left {
  readonly name: string;
  readonly keys: readonly Key[];
}

export function KeysLeft({ remaining, onClose }: { remaining: Left | null; onClose: () => void }) {
  // What it was about stays while it closes.
  const [last, setLast] = useState(remaining);
  if (remaining && remaining !== last) setLast(remaining);
  return (
    <Modal
      opened={remaining !== null}
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
              <Row key={one.id} apiKey={one} />
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

function Row({ apiKey: { id, name, last4, role, lastUsedAt } }: { apiKey: Key }) {
  const { can } = useSession();
  const revoke = useApiMutation(apiKeyApi.revoke);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          … {last4} · last used <DateTime value={lastUsedAt} inSentence />
        </Text>
      </Table.Td>
      <Table.Td>
        <RoleBadge role={role} />
      </Table.Td>
      <Table.Td ta="right">
        {revoke.isSuccess ? (
          <Badge color="gray">Revoked</Badge>
        ) : (
          can(apiKeyApi.revoke) && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Revoke ${name}`}
              loading={revoke.isPending}
              onClick={() => revoke.mutate({ id }, { onError: toastError })}
            >
              Revoke
            </Button>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}
