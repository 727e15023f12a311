/** The template of one message: the editor on the left, the preview on the right. */
import { Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense, useMemo, useState } from "react";
import * as templateApi from "#core/contract/template";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { messageLabel } from "#core/contract/values/message-kinds";
import type { ApiError } from "../api/api-client.ts";
import { invalidateApiQueries, useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useMay } from "../api/use-may.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { ConflictAlert } from "../ui/forms/conflict-alert.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { channelLabels } from "./labels.ts";
import { MailFrame } from "./mail-frame.tsx";
import classes from "./messages.module.css";
import { namesIn } from "./names-in.ts";
import { PreviewOrder } from "./preview-order.tsx";
import { isWhole, RegisteredText } from "./registered-text.tsx";
import { ResetTemplate } from "./reset-template.tsx";
import { SendTest } from "./send-test.tsx";
import { TemplateVersions } from "./template-versions.tsx";
import type { Rendering, Template } from "./types.ts";

const CodeEditor = lazyPart(() => import("./code-editor.tsx"));

interface Named {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
}

export default function TemplatePage() {
  const { kind, channel } = useParams({ strict: false }) as Named; // the API refuses others
  const query = useApiQuery(templateApi.read, { kind, channel }, { keepPrevious: false });
  return (
    <DetailPage title="Message" list={{ to: "/settings/messages", label: "Messages and senders" }} query={query}>
      {(template) => <Editor key={`${kind} ${channel}`} template={template} />}
    </DetailPage>
  );
}

type Source = Template["source"];
const parts = [
  ["subject", "Subject"],
  ["html", "HTML"],
  ["body", "Plain text"],
] as const;

/** The preview is requested after this pause in typing, which is longer than between the keys of a word. */
const pauseMs = 150;

function Editor({ template }: { template: Template }) {
  const { kind, channel } = template;
  const { can } = useSession();
  const mayEdit = useMay(templateApi.edit)(template);
  /** The stored version that the edits are based on. */
  const [base, setBase] = useState(template);
  const [source, setSource] = useState<Source>(template.source);
  const { version, source: saved } = base;
  const isChanged = JSON.stringify(source) !== JSON.stringify(saved);
  const take = (other: Template) => {
    setBase(other);
    setSource(other.source);
  };
  // Saved by someone else while nothing is edited here: takes the new text, and keeps the other choices on the page.
  if (template.version > version && !isChanged) take(template);
  const [orderId, setOrderId] = useState<`ord_${string}` | null>(null);
  const [settled] = useDebouncedValue(source, pauseMs);
  const tried = isWhole(settled.registered) ? settled : { ...settled, registered: null };
  const preview = useApiQuery(templateApi.preview, { kind, channel, source: tried, ...(orderId && { orderId }) });
  const client = useQueryClient();
  const save = useApiMutation(templateApi.edit, {
    onSuccess: (answer, { source: sent }) => {
      setBase(answer);
      // Keeps what was typed during the save.
      setSource((now) => (now === sent ? answer.source : now));
      toastSuccess("Saved. Messages use this text from now on");
    },
  });
  const onError = (error: ApiError) => {
    if (error.code === "version.stale") void invalidateApiQueries(client);
  };
  const versions = useDrawer("versions");
  const names = useMemo(() => namesIn(template.variables), [template.variables]);
  const faults = preview.data?.faults ?? [];
  // Text that is being saved needs no confirmation; later changes do.
  useUnsaved(() => isChanged && (save.isError || save.variables?.source !== source));
  return (
    <Page
      title={`${messageLabel(kind)}: ${channelLabels[channel]}`}
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={versions.open}>
            Versions
          </Button>
          {can(templateApi.reset) && template.isOwn && <ResetTemplate template={template} onReset={take} />}
          {mayEdit && (
            <Button
              disabled={!isChanged || faults.length > 0 || !isWhole(source.registered)}
              loading={save.isPending}
              onClick={() => save.mutate({ kind, channel, source, after: version }, { onError })}
            >
              Save
            </Button>
          )}
        </Group>
      }
    >
      <Breadcrumb to="/settings/messages" label="Messages and senders">
        {template.isOwn ? "a text of your own" : "the original text"}
      </Breadcrumb>
      {save.error?.code !== "version.stale" && <ErrorAlert error={save.error} />}
      <ConflictAlert
        error={save.error}
        base={base}
        current={template}
        describe={(one) => ({ Version: String(one.version), Subject: one.source.subject ?? "" })}
        onKeepMine={() => {
          setBase(template);
          save.reset();
        }}
        onTakeTheirs={() => {
          take(template);
          save.reset();
        }}
      />
      <div className={classes["panes"]}>
        <Card title="Text">
          <Stack gap="md">
            {!mayEdit && can(templateApi.edit) && (
              <Text size="sm">It is about access to the store: only someone with every right can edit it.</Text>
            )}
            {parts
              .filter(([part]) => saved[part] !== undefined)
              .map(([part, label]) => (
                <div key={part}>
                  <Text size="sm" fw={500} mb={4}>
                    {channel === "sms" && part === "body" ? "SMS" : label}
                  </Text>
                  {part === "subject" ? (
                    <TextInput
                      aria-label={label}
                      value={source.subject ?? ""}
                      readOnly={!mayEdit}
                      onChange={(event) => setSource({ ...source, subject: event.currentTarget.value })}
                      error={faults.find((fault) => fault.part === "subject")?.says}
                      errorProps={{ role: "note" }} // `Faults` is read
                    />
                  ) : (
                    <Suspense fallback={<Skeleton height={160} />}>
                      <CodeEditor
                        label={channel === "sms" ? "SMS" : label}
                        value={source[part] ?? ""}
                        onChange={(text) => setSource((now) => ({ ...now, [part]: text }))}
                        readOnly={!mayEdit}
                        names={names}
                        filters={template.filters}
                        faults={faults.filter((fault) => fault.part === part)}
                      />
                    </Suspense>
                  )}
                </div>
              ))}
            {channel === "sms" && (
              <RegisteredText
                value={source.registered}
                isReadOnly={!mayEdit}
                onChange={(registered) => setSource({ ...source, registered })}
              />
            )}
            <Faults faults={faults} />
          </Stack>
        </Card>
        <Card title="Preview" actions={<PreviewOrder orderId={orderId} onChange={setOrderId} />}>
          <ErrorAlert error={preview.error} />
          {preview.data && <Shown rendering={preview.data} />}
          {can(templateApi.sendTest) && (
            <SendTest kind={kind} channel={channel} orderId={orderId} isChanged={isChanged} />
          )}
        </Card>
      </div>
      <Drawer title="Versions" opened={versions.opened} onClose={versions.close} size="xl">
        <TemplateVersions template={template} />
      </Drawer>
    </Page>
  );
}

const partLabels: Readonly<Record<Rendering["faults"][number]["part"], string>> = {
  subject: "Subject",
  html: "HTML",
  body: "Text",
  registered: "Registered text",
};

function Faults({ faults }: { faults: Rendering["faults"] }) {
  if (faults.length === 0) return null;
  return (
    <Alert color="red" title="This text has errors" role="status">
      {faults.slice(0, 5).map(({ part, line, column, says, suggestion }) => (
        <Text key={`${part} ${line} ${column} ${says}`} size="sm">
          {partLabels[part]}
          {part !== "registered" && `, line ${line}, column ${column}`}: {says}
          {suggestion && ` Did you mean ${suggestion}?`}
        </Text>
      ))}
    </Alert>
  );
}

function Shown({ rendering: { subject, html, body, parts: sms, faults } }: { rendering: Rendering }) {
  const [as, setAs] = useState<"desktop" | "phone" | "text">("desktop");
  if (faults.length > 0 && !body) return <Text size="sm">The preview appears once the errors are fixed.</Text>;
  return (
    <Stack gap="xs" mb="md">
      {subject !== null && <Text fw={600}>{subject}</Text>}
      {html !== null && (
        <SegmentedControl
          size="xs"
          aria-label="Shown as"
          value={as}
          onChange={(value) => setAs(value === "phone" ? "phone" : value === "text" ? "text" : "desktop")}
          data={[
            { value: "desktop", label: "Desktop" },
            { value: "phone", label: "Phone" },
            { value: "text", label: "Plain text" },
          ]}
        />
      )}
      {html !== null && as !== "text" ? (
        <MailFrame html={html} title="Preview" isPhone={as === "phone"} />
      ) : (
        <div className={classes["text"]}>{body}</div>
      )}
      {sms && (
        <Text size="sm" c="dimmed">
          {sms.count} {sms.count === 1 ? "part" : "parts"}, {sms.characters} characters, {sms.encoding}
          {sms.encoding === "UCS-2" && ": a special character in it makes each part less than half as long"}
        </Text>
      )}
    </Stack>
  );
}
