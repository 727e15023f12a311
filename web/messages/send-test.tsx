import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import * as templateApi from "#core/contract/template";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { issuesIn } from "../ui/forms/use-api-form.ts";
import { SendIcon } from "../ui/icons.ts";
import { TextLink } from "../ui/links/links.tsx";
import { drawerSearch } from "../ui/url-state.ts";
import { storyOf } from "./labels.ts";
import type { Message } from "./types.ts";

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
  const issues = send.error ? issuesIn(send.error) : [];
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
          error={issues[0]?.message}
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
      {issues.length === 0 && <ErrorAlert error={send.error} />}
      {send.data && <TestSent key={send.data.messageId} id={send.data.messageId} />}
    </form>
  );
}

const polled = [messageApi.read];
const notSent: readonly messageApi.MessageStatus[] = ["skipped", "failed", "rejected"];

function outcomeOf(message: Message | undefined): string {
  if (message && notSent.includes(message.status)) return `The test was not sent. ${storyOf(message)} `;
  if (message?.status === "bounced") return `The test did not arrive. ${storyOf(message)} `;
  return "The test is on its way: ";
}

function TestSent({ id }: { id: Message["id"] }) {
  const { can } = useSession();
  const { data: message } = useApiQuery(
    messageApi.read,
    { id },
    { enabled: can(messageApi.read), keepPrevious: false },
  );
  useRefetchWhile(message?.status === "queued" ? id : "", polled);
  return (
    <Text size="sm" role="status" mt="xs">
      {outcomeOf(message)}
      <TextLink to="/messages" search={drawerSearch("message", id)}>
        see its status
      </TextLink>
    </Text>
  );
}
