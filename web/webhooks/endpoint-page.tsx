/** One endpoint: how it fares, what it hears, its secret, and what was sent to it. */
import { Button, Code, Group, Menu, Stack, Text } from "@mantine/core";
import { IconDots, IconEdit, IconPlayerPause, IconPlayerPlay, IconRotate, IconTrash } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import * as webhookApi from "#core/contract/webhook";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import classes from "../settings/settings.module.css";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DetailPage } from "../ui/detail-page.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Breadcrumb, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { ShowOnceDialog } from "../ui/show-once-dialog.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { countedText, Health } from "./badges.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EditEndpoint } from "./endpoint-forms.tsx";
import { type Endpoint, hostOf } from "./labels.ts";
import { Verify } from "./verify-signature.tsx";

export default function EndpointPage() {
  const { id } = useParams({ from: "/authenticated/settings/webhooks/$id" });
  const answer = useApiQuery(webhookApi.readEndpoint, { id: id as Endpoint["id"] }, { keepPrevious: false }); // the store says whether it is one
  return (
    <DetailPage title="Endpoint" query={answer}>
      {(of) => <Shown endpoint={of} />}
    </DetailPage>
  );
}

function Shown({ endpoint }: { endpoint: Endpoint }) {
  const edit = useDrawer("edit");
  const { health } = endpoint;
  return (
    <Page title={hostOf(endpoint.url)} titleExtra={<Health endpoint={endpoint} />} actions={<Actions endpoint={endpoint} edit={edit.open} />}>
      <Breadcrumb to="/settings/webhooks" label="Webhooks">
        made <DateTime value={endpoint.createdAt} inSentence />
      </Breadcrumb>
      <Card title="Endpoint">
        <table className={classes["facts"]}>
          <tbody>
            <Fact name="Address">
              <span className={classes["wrapped"]}>{endpoint.url}</span>
            </Fact>
            <Fact name="Events">
              <Group gap={4}>
                {endpoint.events.map((pattern) => (
                  <Code key={pattern}>{pattern}</Code>
                ))}
              </Group>
            </Fact>
            <Fact name="Signing secret">
              <Code>whsec_…{endpoint.secretLast4}</Code>
            </Fact>
            <Fact name="Last delivered">
              <DateTime value={health.lastSuccessAt} />
            </Fact>
            <Fact name="Failures in a row">{health.failuresInARow}</Fact>
            <Fact name="Pending, dead">
              {countedText(health.pending)}, {countedText(health.dead)}
            </Fact>
          </tbody>
        </table>
      </Card>
      <Stack gap="xs">
        <Text component="h2" fw={620}>
          Deliveries
        </Text>
        <DeliveryList endpointId={endpoint.id} />
      </Stack>
      <Verify />
      <Drawer title="Edit the endpoint" opened={edit.opened} onClose={edit.close}>
        <EditEndpoint endpoint={endpoint} onClose={edit.close} />
      </Drawer>
    </Page>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

function Actions({ endpoint, edit }: { endpoint: Endpoint; edit: () => void }) {
  const { can } = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"rotate" | "remove" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const host = hostOf(endpoint.url);
  const turn = useApiMutation(webhookApi.editEndpoint, {
    onSuccess: ({ active }) => toastSuccess(active ? `${host} is sent to again` : `${host} is paused`),
  });
  const rotate = useApiMutation(webhookApi.rotateSecret, {
    onSuccess: (answer) => {
      setAsking(null);
      setSecret(answer.secret);
    },
  });
  const remove = useApiMutation(webhookApi.removeEndpoint, {
    onSuccess: () => {
      toastSuccess(`${host} is removed`);
      return navigate({ to: "/settings/webhooks" });
    },
  });
  const canWrite = can(webhookApi.editEndpoint);
  useShortcuts("Endpoint", canWrite ? [{ keys: "e", label: "Edit the endpoint", run: edit }] : []);
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant="default"
        loading={turn.isPending}
        leftSection={endpoint.active ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => turn.mutate({ id: endpoint.id, active: !endpoint.active }, { onError: toastError })}
      >
        {endpoint.active ? "Pause" : "Go on"}
      </Button>
      <Button variant="default" leftSection={<IconEdit size={16} />} onClick={edit}>
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label="More">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRotate size={15} />} onClick={() => setAsking("rotate")}>
            New signing secret
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            c="var(--mantine-color-error)"
            onClick={() => setAsking("remove")}
          >
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title="Make a new signing secret?"
        opened={asking === "rotate"}
        onClose={() => setAsking(null)}
        confirmLabel="Make a new secret"
        onConfirm={() => rotate.mutate({ id: endpoint.id })}
        mutation={rotate}
      >
        <Text size="sm">
          It signs every attempt from now on, also of what waits already. Until {host} knows it, deliveries fail there
          and are tried again.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Remove ${host}?`}
        opened={asking === "remove"}
        onClose={() => setAsking(null)}
        confirmLabel="Remove the endpoint"
        color="red"
        onConfirm={() => remove.mutate({ id: endpoint.id })}
        mutation={remove}
      >
        <Text size="sm">
          All its deliveries go with it, {countedText(endpoint.health.pending)} of them still pending. To stop for a while,
          pause it instead.
        </Text>
      </ConfirmDialog>
      <ShowOnceDialog title="The new secret" label="Signing secret" value={secret} onClose={() => setSecret(null)}>
        Give it to the receiver at <b>{endpoint.url}</b> now.
      </ShowOnceDialog>
    </>
  );
}
