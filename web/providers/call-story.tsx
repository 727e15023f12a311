/** The requests to a provider and its answers, attempt by attempt. */
import { Code, Group, Stack, Text } from "@mantine/core";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { CallBadge } from "./badges.tsx";
import { DecideCall } from "./decide-call.tsx";
import { callLabel, providerLabel } from "./labels.ts";
import classes from "./providers.module.css";
import type { Call } from "./types.ts";

/** Collapsed to one line, with the attempts inside. A call that needs a decision asks for it above them. */
export function CallStory({ call }: { call: Call }) {
  const { attempts, provider, does, says, status } = call;
  return (
    <Stack gap={6}>
      {call.needsDecision && <DecideCall call={call} />}
      <details className={classes["story"]}>
        <summary>
          {callLabel(does)}: {countText(attempts.length, "request")} to {providerLabel(provider)}
        </summary>
        <Stack gap="xs" mt={6}>
          <Group gap={6}>
            <CallBadge call={call} />
            <Text size="xs" c="dimmed">
              <DateTime value={call.createdAt} />
              {call.settledAt && (
                <>
                  , settled <DateTime value={call.settledAt} inSentence />
                </>
              )}
            </Text>
          </Group>
          {says && status !== "done" && (
            <Text size="sm" className={classes["words"]}>
              {says}
            </Text>
          )}
          <Attempts call={call} />
        </Stack>
      </details>
    </Stack>
  );
}

function Attempts({ call: { attempts, status } }: { call: Call }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {status === "asked" ? "Nothing has been sent yet." : "The attempts are kept for 30 days."}
      </Text>
    );
  }
  return (
    <ol className={classes["attempts"]}>
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          <Group gap={6}>
            <AttemptBadge attempt={attempt} />
            <Text size="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
              <DateTime value={attempt.at} />:{attempt.at.slice(17, 19)} · {attempt.milliseconds.toLocaleString()} ms
            </Text>
          </Group>
          <Text size="xs" ff="monospace" className={classes["words"]}>
            {attempt.method} {attempt.url}
          </Text>
          {attempt.failure && (
            <Text size="xs" className={classes["words"]}>
              {attempt.failure}
            </Text>
          )}
          <Folded label="Request" text={attempt.request} />
          <Folded label="Answer" text={attempt.answer} />
        </li>
      ))}
    </ol>
  );
}

function AttemptBadge({ attempt: { status } }: { attempt: Call["attempts"][number] }) {
  if (status === null) return <Badge color="orange">No answer</Badge>;
  return <Badge color={status < 300 ? "green" : "red"}>HTTP {status}</Badge>;
}

function Folded({ label, text }: { label: string; text: string }) {
  if (text === "") return null;
  return (
    <details className={classes["folded"]}>
      <summary>{label}</summary>
      <Group gap={4} wrap="nowrap" align="start">
        <Code block className={classes["code"] ?? ""} tabIndex={0} role="region" aria-label={label}>
          {text}
        </Code>
        <CopyButton label={label} value={text} />
      </Group>
    </details>
  );
}
