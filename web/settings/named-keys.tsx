/** API keys that somebody should look at: what is left of the power that has just been taken away, to be revoked or left. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { Id } from "#core/contract/fields";
import * as key from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import { useAct } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { countText, When } from "../ui/format.tsx";
import { sayDone, sayRefused } from "../ui/said.tsx";
import { Tag } from "../ui/tag.tsx";
import { RoleBadge } from "./role-badge.tsx";

type Key = Answer<typeof key.revoke>["made"][number];

export interface Named {
  readonly title: string;
  /** What the keys have to do with what was done, in a sentence or two. */
  readonly why: string;
  readonly keys: readonly Key[];
  /** How many there are, of which some are named. */
  readonly count: number;
  /** The revoked key that made them: they can be revoked together. */
  readonly madeBy?: Id<"key">;
}

export function NamedKeys({ of, onClose }: { of: Named | null; onClose: () => void }) {
  const { may } = useSession();
  // What it was about stays while it closes.
  const [last, setLast] = useState(of);
  if (of && of !== last) setLast(of);
  const revokeAll = useAct(key.revoke, {
    onDone: ({ madeCount }) => {
      sayDone(`${countText(madeCount, "API key")} revoked`);
      onClose();
    },
  });
  const unnamed = last ? last.count - last.keys.length : 0;
  const madeBy = last?.madeBy;
  return (
    <Modal
      opened={of !== null}
      onClose={onClose}
      title={last?.title}
      closeButtonProps={{ "aria-label": "Close" }}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{last?.why}</Text>
        <Table fz="sm" aria-label="API keys">
          <Table.Tbody>
            {last?.keys.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </Table.Tbody>
        </Table>
        {unnamed > 0 && <Text size="sm">And {countText(unnamed, "more key", "more keys")}.</Text>}
        <Group justify="flex-end" gap="xs">
          {madeBy && may(key.revoke) && (
            <Button
              color="red"
              loading={revokeAll.isPending}
              onClick={() => revokeAll.mutate({ id: madeBy, andMade: true }, { onError: sayRefused })}
            >
              Revoke {last.count === 1 ? "it" : `all ${last.count}`} too
            </Button>
          )}
          <Button variant={madeBy ? "default" : "filled"} onClick={onClose}>
            {madeBy ? "Leave the rest working" : "Done"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Row({ of: { id, name, last4, role, heldTo, lastUsedAt } }: { of: Key }) {
  const { may } = useSession();
  const revoke = useAct(key.revoke);
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
        <RoleBadge role={role} heldTo={heldTo} />
      </Table.Td>
      <Table.Td ta="right">
        {revoke.isSuccess ? (
          <Tag color="gray">Revoked</Tag>
        ) : (
          may(key.revoke) && (
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
