/** Where the store's events are sent, and how each of these places fares. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as webhookApi from "#core/contract/webhook";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { ShowOnceDialog } from "../ui/show-once-dialog.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { useDrawer } from "../ui/url-state.ts";
import { Health } from "./badges.tsx";
import { NewEndpoint } from "./endpoint-forms.tsx";
import { Backlog } from "./event-backlog.tsx";
import type { Endpoint } from "./labels.ts";
import { useWatch } from "./use-polling.ts";
import { Verify } from "./verify-signature.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

const columns: readonly Column<Endpoint>[] = [
  {
    id: "url",
    title: "Address",
    cell: ({ url }) => <span style={{ overflowWrap: "anywhere" }}>{url}</span>,
  },
  { id: "health", title: "Health", unlabeled: true, cell: (of) => <Health endpoint={of} /> },
  {
    id: "events",
    title: "Events",
    unlabeled: true,
    cell: ({ events }) => (
      <Text span size="xs" ff="monospace">
        {events.slice(0, 3).join(", ")}
        {events.length > 3 && ` and ${events.length - 3} more`}
      </Text>
    ),
  },
  { id: "last", title: "Last delivered", cell: ({ health }) => <DateTime value={health.lastSuccessAt} dimmed /> },
  { id: "made", title: "Made", hiddenByDefault: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

export default function Endpoints() {
  const { can } = useSession();
  const pages = usePaginatedQuery(webhookApi.listEndpoints, {});
  const client = useQueryClient();
  const create = useDrawer("new");
  const [made, setMade] = useState<Answer<typeof webhookApi.createEndpoint> | null>(null);
  const canCreate = can(webhookApi.createEndpoint);
  useWatch(
    [webhookApi.listEndpoints],
    (pages.items ?? []).some(({ active, health }) => active && health.pending > 0),
  );
  useShortcuts("Webhooks", canCreate ? [{ keys: "n", label: "New endpoint", run: create.open }] : []);
  const add = canCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={create.open}>
      New endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" actions={add}>
      <WebhookTabs at="endpoints" />
      <DataTable
        name="endpoints"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="/settings/webhooks/$id" params={{ id }} {...rest} />}
        onPrefetch={({ id }) => void client.prefetchQuery(apiQuery(webhookApi.readEndpoint, { id }))}
        emptyState={
          <EmptyState title="No endpoints">
            Give the address of a server of yours, and the store tells it of orders and products as they change: signed,
            and tried twelve times over about three quarters of an hour.
          </EmptyState>
        }
      />
      <Backlog />
      <Verify />
      {canCreate && (
        <Drawer title="New endpoint" opened={create.opened} onClose={create.close}>
          <NewEndpoint
            onClose={create.close}
            onMade={(endpoint) => {
              create.close();
              setMade(endpoint);
            }}
          />
        </Drawer>
      )}
      <ShowOnceDialog
        title="The endpoint is ready"
        label="Signing secret"
        value={made?.secret ?? null}
        onClose={() => setMade(null)}
      >
        <Stack gap="xs">
          <Group gap={6}>
            <Text size="sm">
              The receiver at <b>{made?.url}</b> needs this secret to tell the store's events from anybody's.
            </Text>
          </Group>
          {made?.warnings.map((warning) => (
            <Text key={warning} size="sm" fw={600}>
              {warning}
            </Text>
          ))}
        </Stack>
      </ShowOnceDialog>
    </Page>
  );
}
