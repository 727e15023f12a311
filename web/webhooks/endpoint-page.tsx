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
import { Sure } from "../ui/confirm-dialog.tsx";
import { Loaded } from "../ui/detail-page.tsx";
import { Panel } from "../ui/drawer.tsx";
import { When } from "../ui/format/format.tsx";
import { Page, Trail } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { ShownOnce } from "../ui/show-once-dialog.tsx";
import { sayDone, sayRefused } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { countedText, Health } from "./badges.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EditEndpoint } from "./endpoint-forms.tsx";
import { type Endpoint, hostOf } from "./labels.ts";
import { Verify } from "./verify-signature.tsx";

export default function EndpointPage() {
  const { id } = useParams({ from: "/inside/settings/webhooks/$id" });
  const answer = useApiQuery(webhookApi.readEndpoint, { id: id as Endpoint["id"] }, { keepPrevious: false }); // the store says whether it is one
  return (
    <Loaded title="Endpoint" answer={answer}>
      {(of) => <Shown of={of} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Endpoint }) {
  const edit = useDrawer("edit");
  const { health } = of;
  return (
    <Page title={hostOf(of.url)} beside={<Health of={of} />} actions={<Actions of={of} edit={edit.open} />}>
      <Trail to="/settings/webhooks" list="Webhooks">
        made <When at={of.createdAt} within />
      </Trail>
      <Card title="Endpoint">
        <table className={classes["facts"]}>
          <tbody>
            <Fact name="Address">
              <span className={classes["wrapped"]}>{of.url}</span>
            </Fact>
            <Fact name="Events">
              <Group gap={4}>
                {of.events.map((pattern) => (
                  <Code key={pattern}>{pattern}</Code>
                ))}
              </Group>
            </Fact>
            <Fact name="Signing secret">
              <Code>whsec_…{of.secretLast4}</Code>
            </Fact>
            <Fact name="Last delivered">
              <When at={health.lastSuccessAt} />
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
        <DeliveryList endpointId={of.id} />
      </Stack>
      <Verify />
      <Panel title="Edit the endpoint" opened={edit.opened} onClose={edit.close}>
        <EditEndpoint of={of} close={edit.close} />
      </Panel>
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

function Actions({ of, edit }: { of: Endpoint; edit: () => void }) {
  const { can } = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"rotate" | "remove" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const host = hostOf(of.url);
  const turn = useApiMutation(webhookApi.editEndpoint, {
    onSuccess: ({ active }) => sayDone(active ? `${host} is sent to again` : `${host} is paused`),
  });
  const rotate = useApiMutation(webhookApi.rotateSecret, {
    onSuccess: (answer) => {
      setAsking(null);
      setSecret(answer.secret);
    },
  });
  const remove = useApiMutation(webhookApi.removeEndpoint, {
    onSuccess: () => {
      sayDone(`${host} is removed`);
      return navigate({ to: "/settings/webhooks" });
    },
  });
  const canWrite = can(webhookApi.editEndpoint);
  useKeys("Endpoint", canWrite ? [{ keys: "e", does: "Edit the endpoint", run: edit }] : []);
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant="default"
        loading={turn.isPending}
        leftSection={of.active ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => turn.mutate({ id: of.id, active: !of.active }, { onError: sayRefused })}
      >
        {of.active ? "Pause" : "Go on"}
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
      <Sure
        title="Make a new signing secret?"
        opened={asking === "rotate"}
        onClose={() => setAsking(null)}
        does="Make a new secret"
        onSure={() => rotate.mutate({ id: of.id })}
        act={rotate}
      >
        <Text size="sm">
          It signs every attempt from now on, also of what waits already. Until {host} knows it, deliveries fail there
          and are tried again.
        </Text>
      </Sure>
      <Sure
        title={`Remove ${host}?`}
        opened={asking === "remove"}
        onClose={() => setAsking(null)}
        does="Remove the endpoint"
        color="red"
        onSure={() => remove.mutate({ id: of.id })}
        act={remove}
      >
        <Text size="sm">
          All its deliveries go with it, {countedText(of.health.pending)} of them still pending. To stop for a while,
          pause it instead.
        </Text>
      </Sure>
      <ShownOnce title="The new secret" label="Signing secret" value={secret} onClose={() => setSecret(null)}>
        Give it to the receiver at <b>{of.url}</b> now.
      </ShownOnce>
    </>
  );
}
