/** Settings › Messages: the senders, the messages, and the suppressed recipients. */
import { Stack, Switch, Table, Text, Title } from "@mantine/core";
import * as messageApi from "#core/contract/message";
import * as providerApi from "#core/contract/provider";
import * as templateApi from "#core/contract/template";
import { messageKinds, messageLabel, recipientsOf } from "#core/contract/values/message-kinds";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useMay } from "../api/use-may.ts";
import { ProviderList } from "../providers/provider-list.tsx";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { toastError } from "../ui/toast.tsx";
import { channelLabels } from "./labels.ts";
import classes from "./messages.module.css";
import { Suppressions } from "./suppressions.tsx";
import type { TemplateRow } from "./types.ts";

export default function MessageSettings() {
  const { can } = useSession();
  return (
    <Page title="Messages and senders">
      <Stack gap="lg">
        <TemplatesCard />
        {can(messageApi.listSuppressions) && <Suppressions />}
        {can(providerApi.list) && (
          <Stack gap="xs">
            <Title order={2}>Senders</Title>
            <Text size="sm" c="dimmed">
              Email and SMS each use the sender that was set up or chosen last. Without one, messages are kept and can
              be sent later.
            </Text>
            <ProviderList kind="sender" />
          </Stack>
        )}
      </Stack>
    </Page>
  );
}

function TemplatesCard() {
  const query = useApiQuery(templateApi.list, {});
  const items = query.data?.items ?? [];
  return (
    <Card title="Messages sent">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      <Table verticalSpacing="xs" horizontalSpacing={4} className={classes["kinds"]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Message</Table.Th>
            <Table.Th>{channelLabels.email}</Table.Th>
            <Table.Th>{channelLabels.sms}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messageKinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td>
                <Text size="sm">{messageLabel(kind)}</Text>
                {recipientsOf(kind) === "staff" && (
                  <Text size="xs" c="dimmed">
                    To the team
                  </Text>
                )}
              </Table.Td>
              {(["email", "sms"] as const).map((channel) => (
                <Table.Td key={channel}>
                  <Cell row={items.find((one) => one.kind === kind && one.channel === channel)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Cell({ row }: { row: TemplateRow | undefined }) {
  const { can } = useSession();
  const mayEdit = useMay(templateApi.edit);
  const change = useApiMutation(templateApi.setSwitch);
  if (!row) {
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  }
  const { kind, channel, isOn, isAlwaysOn, isOwn, label } = row;
  const name = `${label} by ${channelLabels[channel]}`;
  const opens = mayEdit(row) ? "Edit text" : "View text";
  return (
    <Stack gap={4} align="flex-start">
      <Switch
        size="sm"
        aria-label={name}
        checked={isOn}
        disabled={!can(templateApi.setSwitch) || change.isPending || isAlwaysOn}
        onChange={(event) =>
          change.mutate({ kind, channel, isOn: event.currentTarget.checked }, { onError: (error) => toastError(error) })
        }
      />
      <TextLink
        to="/settings/messages/$kind/$channel"
        params={{ kind, channel }}
        size="xs"
        aria-label={`${opens}: ${name}`}
      >
        {opens}
      </TextLink>
      {isOwn && <Badge color="blue">Customised</Badge>}
    </Stack>
  );
}
