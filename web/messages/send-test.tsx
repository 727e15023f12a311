import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as templateApi from "#core/contract/template";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { useApiMutation } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { SendIcon } from "../ui/icons.ts";
import { TextLink } from "../ui/links/links.tsx";
import { drawerSearch } from "../ui/url-state.ts";

interface Props {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly orderId: `ord_${string}` | null;
  readonly isChanged: boolean;
}

/** Sends a test with the saved text. */
export function SendTest({ kind, channel, orderId, isChanged }: Props) {
  const [to, setTo] = useState("");
  const send = useApiMutation(templateApi.sendTest);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ kind, channel, to, ...(orderId && { orderId }) });
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Send a test to"
          description={isChanged ? "Save first: the test uses the saved text." : undefined}
          placeholder={channel === "email" ? "you@example.com" : "+919876543210"}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          required
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<SendIcon size={14} />}
          loading={send.isPending}
          disabled={isChanged}
        >
          Send
        </Button>
      </Group>
      <ErrorAlert error={send.error} />
      {send.data && (
        <Text size="sm" role="status" mt="xs">
          The test is on its way:{" "}
          <TextLink to="/messages" search={drawerSearch("message", send.data.messageId)}>
            see its status
          </TextLink>
        </Text>
      )}
    </form>
  );
}
