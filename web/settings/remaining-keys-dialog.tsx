/** Shown after a person or a key lost access: the API keys that still work, each of which can be revoked. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import * as apiKeyApi from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import type { Answer } from "#core/contract/kit/operation";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { RoleBadge } from "./role-badge.tsx";

type RemainingKey = Answer<typeof apiKeyApi.revoke>["made"][number];

export interface RemainingKeys {
  readonly title: string;
  /** How these keys relate to the person or the key, in a sentence or two. */
  readonly explanation: string;
  /** At most 200 of them. */
  readonly keys: readonly RemainingKey[];
  /** The total number. */
  readonly count: number;
  /** The revoked key that created them all, if there is one: a button then revokes them together. */
  readonly createdByKey?: Id<"key">;
}

export function RemainingKeysDialog({ remaining, onClose }: { remaining: RemainingKeys | null; onClose: () => void }) {
  const { can } = useSession();
  // The content stays while the dialog fades out.
  const [last, setLast] = useState(remaining);
  if (remaining && remaining !== last) setLast(remaining);
  const revokeAll = useApiMutation(apiKeyApi.revoke, {
    onSuccess: ({ madeCount }) => {
      toastSuccess(`${countText(madeCount, "API key")} revoked`);
      onClose();
    },
  });
  const unlisted = last ? last.count - last.keys.length : 0;
  const createdByKey = last?.createdByKey;
  return (
    <Modal
      opened={remaining !== null}
      onClose={onClose}
      title={last?.title}
      closeButtonProps={{ "aria-label": "Close" }}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{last?.explanation}</Text>
        <Table fz="sm" aria-label="API keys">
          <Table.Tbody>
            {last?.keys.map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} />
            ))}
          </Table.Tbody>
        </Table>
        {unlisted > 0 && <Text size="sm">And {countText(unlisted, "more key", "more keys")}.</Text>}
        <Group justify="flex-end" gap="xs">
          {createdByKey && can(apiKeyApi.revoke) && (
            <Button
              color="red"
              loading={revokeAll.isPending}
              onClick={() => revokeAll.mutate({ id: createdByKey, andMade: true }, { onError: toastError })}
            >
              {last.count === 1 ? "Revoke it too" : `Revoke all ${last.count}`}
            </Button>
          )}
          <Button variant={createdByKey ? "default" : "filled"} onClick={onClose}>
            {createdByKey ? "Keep the others" : "Done"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function KeyRow({ apiKey: { id, name, last4, role, heldTo, lastUsedAt } }: { apiKey: RemainingKey }) {
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
        <RoleBadge role={role} heldTo={heldTo} />
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
