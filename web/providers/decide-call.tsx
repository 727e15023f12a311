/** Nobody could find out what became of a request: a person looks at the provider and says it. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import * as paymentApi from "#core/contract/payment";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EntityLink } from "../ui/entity-link.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { callLabel, providerLabel } from "./labels.ts";
import type { Call } from "./types.ts";

export function DecideCall({ call }: { call: Call }) {
  const { can } = useSession();
  const [asking, setAsking] = useState<"happened" | "did not" | null>(null);
  const provider = providerLabel(call.provider);
  return (
    <Alert color="red" icon={<IconHelp />} title="Nobody knows whether this happened" py="xs">
      <Stack gap="xs">
        <Text size="sm">
          {provider} was asked, and it is not known what came of it. {call.says} Look for{" "}
          <Text span inherit ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
            {call.subjectId}
          </Text>{" "}
          in {provider}’s own dashboard, then say what you found.
        </Text>
        {call.does !== "refund" && call.orderId && (
          <Text size="sm">
            It is decided at its parcel: <EntityLink id={call.orderId}>Open the order</EntityLink>
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
  const provider = providerLabel(call.provider);
  const decide = useApiMutation(paymentApi.decide, {
    onSuccess: () => {
      toastSuccess(happened ? `Recorded: ${provider} has done it` : `Recorded: ${provider} has not done it`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={happened ? "It happened?" : "It did not happen?"}
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
          ? `${callLabel(call.does)}: from now on the store counts it as done, as if ${provider} had answered so.`
          : `${callLabel(call.does)}: from now on the store counts it as failed, and it can be asked for again. If ${provider} has done it after all, it would then be done twice.`}{" "}
        This cannot be taken back.
      </Text>
      {happened && (
        <TextInput
          label={`What ${provider} calls it`}
          description="Its id in the dashboard, if you have it."
          data-autofocus
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
