/** The addresses and numbers that nothing is sent to, each with why. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { suppressionLabels } from "./labels.ts";
import type { Suppression } from "./types.ts";

export function Suppressions() {
  const { can } = useSession();
  const query = useApiQuery(messageApi.listSuppressions, { limit: 100 });
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const lift = useApiMutation(messageApi.liftSuppression, {
    onSuccess: () => {
      toastSuccess("Messages are sent there again");
      setLifting(null);
    },
  });
  const items = query.data?.items ?? [];
  return (
    <Card title="Blocked recipients">
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          Addresses that bounce permanently and people who unsubscribe are added here automatically.
        </Text>
      ) : (
        <Stack gap="xs">
          {items.map((one) => (
            <Group key={`${one.channel} ${one.recipient}`} justify="space-between" gap="xs">
              <div>
                <Text size="sm">{one.recipient}</Text>
                <Text size="xs" c="dimmed">
                  {suppressionLabels[one.why]}, <DateTime value={one.at} inSentence />
                  {one.says && `: ${one.says}`}
                </Text>
              </div>
              {can(messageApi.liftSuppression) && (
                <Button size="compact-sm" variant="subtle" onClick={() => setLifting(one)}>
                  Unblock
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      )}
      <ConfirmDialog
        title={`Send messages to ${lifting?.recipient ?? ""} again?`}
        opened={lifting !== null}
        onClose={() => setLifting(null)}
        confirmLabel="Unblock"
        mutation={lift}
        onConfirm={() => lifting && lift.mutate({ channel: lifting.channel, recipient: lifting.recipient })}
      >
        <Text size="sm">
          Do this only if you know that the address works, or that the person wants your messages. Writing to addresses
          that bounce harms the store’s reputation with mail services.
        </Text>
      </ConfirmDialog>
    </Card>
  );
}
