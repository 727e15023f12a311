/** For a request with an unknown outcome: a person checks with the provider and records it. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as paymentApi from "#core/contract/payment";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { CircleQuestionMarkIcon } from "../ui/icons.ts";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { callLabel, providerLabel } from "./labels.ts";
import type { Call } from "./types.ts";

export function DecideCall({ call }: { call: Call }) {
  const { can } = useSession();
  const [asking, setAsking] = useState<"happened" | "did not" | null>(null);
  const provider = providerLabel(call.provider);
  return (
    <Alert color="red" icon={<CircleQuestionMarkIcon />} title="The outcome is unknown" py="xs">
      <Stack gap="xs">
        <Text size="sm">
          {provider} received the request, and its outcome is not known. {call.says} Look for{" "}
          <Text span inherit ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
            {call.subjectId}
          </Text>{" "}
          in {provider}’s dashboard, then record what you found.
        </Text>
        {call.does !== "refund" && call.orderId && (
          <Text size="sm">
            Decide this on its parcel: <EntityLink id={call.orderId}>Open the order</EntityLink>
          </Text>
        )}
        {call.does === "refund" && can(paymentApi.decide) && (
          <Group gap="xs">
            <Button size="xs" onClick={() => setAsking("happened")}>
              It happened
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking("did not")}>
              It did not
            </Button>
          </Group>
        )}
      </Stack>
      <DecideDialog call={call} happened opened={asking === "happened"} onClose={() => setAsking(null)} />
      <DecideDialog call={call} happened={false} opened={asking === "did not"} onClose={() => setAsking(null)} />
    </Alert>
  );
}

interface DialogProps {
  readonly call: Call;
  readonly happened: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function DecideDialog({ call, happened, opened, onClose }: DialogProps) {
  const [reference, setReference] = useState("");
  useUnsaved(() => opened && reference.trim() !== "");
  const provider = providerLabel(call.provider);
  const decide = useApiMutation(paymentApi.decide, {
    onSuccess: () => {
      toastSuccess(happened ? `Recorded as done by ${provider}` : `Recorded as not done by ${provider}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={happened ? "Record that it happened?" : "Record that it did not happen?"}
      opened={opened}
      onClose={() => {
        decide.reset();
        onClose();
      }}
      confirmLabel={happened ? "It happened" : "It did not happen"}
      {...(!happened && { color: "red" })}
      mutation={decide}
      onConfirm={() =>
        decide.mutate({ id: call.id, happened, ...(happened && reference.trim() && { reference: reference.trim() }) })
      }
    >
      <Text size="sm">
        {happened
          ? `${callLabel(call.does)}: the store treats it as done, as if ${provider} had confirmed it.`
          : `${callLabel(call.does)}: the store treats it as failed, and it can be requested again. If ${provider} did do it after all, it would happen twice.`}{" "}
        This cannot be undone.
      </Text>
      {happened && (
        <TextInput
          label={`${provider} reference`}
          description="Its ID in the dashboard, if you have it."
          data-autofocus
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
