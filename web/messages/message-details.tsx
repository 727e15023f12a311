/** One message: its outcome, and its text as sent. */
import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import { messageLabel } from "#core/contract/values/message-kinds";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { SendIcon } from "../ui/icons.ts";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { cannotResendLabels, channelLabels, storyOf } from "./labels.ts";
import { MailFrame } from "./mail-frame.tsx";
import { MessageBadge } from "./message-badge.tsx";
import classes from "./messages.module.css";
import type { Message, MessageInFull } from "./types.ts";

const polled = [messageApi.list, messageApi.read];

export default function MessageDetails({ id }: { id: Message["id"] }) {
  const query = useApiQuery(messageApi.read, { id }, { keepPrevious: false });
  const isOpen = query.data?.status === "queued";
  useRefetchWhile(isOpen ? id : "", polled);
  if (query.data) return <Details message={query.data} />;
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={320} radius="md" role="status" aria-label="Loading" />;
}

function Details({ message }: { message: MessageInFull }) {
  const { id, kind, channel, recipient, orderId, orderNumber, sender, createdAt, sentAt, attempts, resendOf } = message;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <MessageBadge message={message} />
        <Text size="sm">
          {messageLabel(kind)}, {channelLabels[channel]}
          {sender && ` by ${sender}`}
        </Text>
      </Group>
      <Text size="sm">{storyOf(message)}</Text>
      <Text size="sm" c="dimmed">
        To {recipient ?? "an erased recipient"}, created <DateTime value={createdAt} inSentence />
        {sentAt && (
          <>
            , sent <DateTime value={sentAt} inSentence />
          </>
        )}
        {attempts > 1 && ` after ${attempts} attempts`}
        {resendOf && ". It resends an earlier message"}.
      </Text>
      {orderId && (
        <Text size="sm">
          Order <EntityLink id={orderId}>{orderNumber ?? orderId}</EntityLink>
        </Text>
      )}
      {message.attachment && <Text size="sm">Attachment: {message.attachment}</Text>}
      <Resend message={message} />
      <Content key={id} message={message} />
    </Stack>
  );
}

function Resend({ message: { id, cannotResend, recipient, resendsTo } }: { message: MessageInFull }) {
  const { can } = useSession();
  const resend = useApiMutation(messageApi.resend, {
    onSuccess: ({ status }) =>
      toastSuccess(status === "skipped" ? "Created again, but not sent" : "Queued to be sent again"),
  });
  if (!can(messageApi.resend)) return null;
  if (cannotResend) {
    return (
      <Text size="sm" c="dimmed">
        It cannot be sent again: {cannotResendLabels[cannotResend]}
      </Text>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="xs"
        variant="default"
        leftSection={<SendIcon size={14} />}
        loading={resend.isPending}
        onClick={() => resend.mutate({ id })}
      >
        Send again
      </Button>
      {resendsTo !== recipient && (
        <Text size="sm" c="dimmed">
          It goes to {resendsTo}, the customer’s current contact on the order.
        </Text>
      )}
      <ErrorAlert error={resend.error} />
    </Stack>
  );
}

function Content({ message: { subject, html, body, channel } }: { message: MessageInFull }) {
  const [shown, setShown] = useState<"html" | "text">("html");
  if (body === null) {
    return (
      <Text size="sm" c="dimmed">
        Its text was not kept.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {channel === "email" && <Text fw={600}>{subject}</Text>}
      {html !== null && (
        <SegmentedControl
          size="xs"
          aria-label="Part"
          value={shown}
          onChange={(value) => setShown(value === "text" ? "text" : "html")}
          data={[
            { value: "html", label: "Preview" },
            { value: "text", label: "Plain text" },
          ]}
        />
      )}
      {html !== null && shown === "html" ? (
        <MailFrame html={html} title="Message as sent" />
      ) : (
        <div className={classes["text"]}>{body}</div>
      )}
    </Stack>
  );
}
