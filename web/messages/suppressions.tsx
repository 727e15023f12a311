/** The addresses and numbers that get no messages, with the reasons. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { suppressionLabels } from "./labels.ts";
import type { Suppression } from "./types.ts";

/** An older store has too many to read: shows the newest, or those that match the search. */
const shownMax = 20;

export function Suppressions() {
  const { can } = useSession();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const query = useApiQuery(messageApi.listSuppressions, { limit: shownMax, ...(q && { q }) });
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const lift = useApiMutation(messageApi.liftSuppression, {
    onSuccess: () => {
      toastSuccess("Messages are sent there again");
      setLifting(null);
    },
  });
  const items = query.data?.items ?? [];
  const hasMore = query.data?.nextCursor != null;
  return (
    <Card title="Blocked recipients">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {(hasMore || typed !== "") && (
        <TextInput
          label="Find an address or number"
          description={hasMore ? `The newest ${shownMax} are shown.` : undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          mb="sm"
          maw={360}
        />
      )}
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {q
            ? "No blocked recipient starts with this."
            : "Addresses that bounce permanently and people who unsubscribe are added here automatically."}
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
