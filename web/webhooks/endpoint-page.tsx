/** One endpoint: its health, its events, its secret and its deliveries. */
import { Button, Code, Group, Menu, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import * as webhookApi from "#core/contract/webhook";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ShowOnceDialog } from "../ui/dialogs/show-once-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { EllipsisIcon, PauseIcon, PlayIcon, RotateCwIcon, SquarePenIcon, TrashIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import tableClasses from "../ui/layout/plain-table.module.css";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { cappedCountText, HealthBadges } from "./badges.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EditEndpoint } from "./endpoint-forms.tsx";
import { hostOf, pausedText } from "./labels.ts";
import type { Endpoint } from "./types.ts";
import { VerifySignature } from "./verify-signature.tsx";
import classes from "./webhooks.module.css";

export default function EndpointPage() {
  const { id } = useParams({ from: "/authenticated/settings/webhooks/$id" });
  const query = useApiQuery(webhookApi.readEndpoint, { id: id as Endpoint["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Endpoint" list={{ to: "/settings/webhooks", label: "Webhooks" }} query={query}>
      {(endpoint) => <EndpointDetails endpoint={endpoint} />}
    </DetailPage>
  );
}

function EndpointDetails({ endpoint }: { endpoint: Endpoint }) {
  const editDrawer = useDrawer("edit");
  const { health } = endpoint;
  return (
    <Page
      title={hostOf(endpoint.url)}
      titleExtra={<HealthBadges endpoint={endpoint} />}
      actions={<EndpointActions endpoint={endpoint} onEdit={editDrawer.open} />}
    >
      <Breadcrumb to="/settings/webhooks" label="Webhooks">
        created <DateTime value={endpoint.createdAt} inSentence />
      </Breadcrumb>
      {!endpoint.active && (
        <Text size="sm" role="status">
          {pausedText}
        </Text>
      )}
      <Card title="Endpoint">
        <table className={tableClasses["table"]}>
          <tbody>
            <FieldRow name="URL">
              <span className={classes["url"]}>{endpoint.url}</span>
            </FieldRow>
            <FieldRow name="Events">
              <Group gap={4}>
                {endpoint.events.map((pattern) => (
                  <Code key={pattern}>{pattern}</Code>
                ))}
              </Group>
            </FieldRow>
            <FieldRow name="Signing secret">
              <Code>whsec_…{endpoint.secretLast4}</Code>
            </FieldRow>
            <FieldRow name="Last delivered">
              <DateTime value={health.lastSuccessAt} />
            </FieldRow>
            <FieldRow name="Failures in a row">{health.failuresInARow}</FieldRow>
            <FieldRow name="Pending / dead">
              {cappedCountText(health.pending)} / {cappedCountText(health.dead)}
            </FieldRow>
          </tbody>
        </table>
      </Card>
      <Stack gap="xs">
        <Text component="h2" fw={620}>
          Deliveries
        </Text>
        <DeliveryList endpointId={endpoint.id} />
      </Stack>
      <VerifySignature />
      <Drawer title="Edit endpoint" opened={editDrawer.opened} onClose={editDrawer.close}>
        <EditEndpoint endpoint={endpoint} onClose={editDrawer.close} />
      </Drawer>
    </Page>
  );
}

function FieldRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

function EndpointActions({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const { can } = useSession();
  const navigate = useNavigateFromHere();
  const [dialog, setDialog] = useState<"rotate" | "remove" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const host = hostOf(endpoint.url);
  const setActive = useApiMutation(webhookApi.editEndpoint, {
    onSuccess: ({ active }) => toastSuccess(active ? `${host} resumed` : `${host} paused`),
  });
  const rotate = useApiMutation(webhookApi.rotateSecret, {
    onSuccess: (answer) => {
      setDialog(null);
      setSecret(answer.secret);
    },
  });
  const remove = useApiMutation(webhookApi.removeEndpoint, {
    onSuccess: () => {
      toastSuccess(`${host} removed`);
      return navigate({ to: "/settings/webhooks" });
    },
  });
  const canWrite = can(webhookApi.editEndpoint);
  useShortcuts("Endpoint", canWrite ? [{ keys: "e", label: "Edit endpoint", run: onEdit }] : []);
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant="default"
        loading={setActive.isPending}
        leftSection={endpoint.active ? <PauseIcon size={16} /> : <PlayIcon size={16} />}
        onClick={() => setActive.mutate({ id: endpoint.id, active: !endpoint.active }, { onError: toastError })}
      >
        {endpoint.active ? "Pause" : "Resume"}
      </Button>
      <Button variant="default" leftSection={<SquarePenIcon size={16} />} onClick={onEdit}>
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label="More actions">
            <EllipsisIcon size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<RotateCwIcon size={15} />} onClick={() => setDialog("rotate")}>
            New signing secret
          </Menu.Item>
          <Menu.Item
            leftSection={<TrashIcon size={15} />}
            c="var(--mantine-color-error)"
            onClick={() => setDialog("remove")}
          >
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title="Create a new signing secret?"
        opened={dialog === "rotate"}
        onClose={() => setDialog(null)}
        confirmLabel="Create a new secret"
        onConfirm={() => rotate.mutate({ id: endpoint.id })}
        mutation={rotate}
      >
        <Text size="sm">
          All attempts are signed with it from now on, including those of pending deliveries. They fail and are repeated
          until {host} uses the new secret.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Remove ${host}?`}
        opened={dialog === "remove"}
        onClose={() => setDialog(null)}
        confirmLabel="Remove endpoint"
        color="red"
        onConfirm={() => remove.mutate({ id: endpoint.id })}
        mutation={remove}
      >
        <Text size="sm">
          All its deliveries are removed too; {cappedCountText(endpoint.health.pending)} of them are still pending. To
          stop them only for a while, pause the endpoint instead.
        </Text>
      </ConfirmDialog>
      <ShowOnceDialog title="New signing secret" label="Signing secret" value={secret} onClose={() => setSecret(null)}>
        The receiver at <b>{endpoint.url}</b> needs it now.
      </ShowOnceDialog>
    </>
  );
}
