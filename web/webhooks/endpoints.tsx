/** The endpoints that the store sends its events to, with their health. */
import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as webhookApi from "#core/contract/webhook";
import { apiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ShowOnceDialog } from "../ui/dialogs/show-once-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { useDrawer } from "../ui/url-state.ts";
import { HealthBadges } from "./badges.tsx";
import { NewEndpoint } from "./endpoint-forms.tsx";
import { EventBacklog } from "./event-backlog.tsx";
import type { CreatedEndpoint, Endpoint } from "./types.ts";
import { usePolling } from "./use-polling.ts";
import { VerifySignature } from "./verify-signature.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

const columns: readonly Column<Endpoint>[] = [
  {
    id: "url",
    title: "URL",
    cell: ({ url }) => <span style={{ overflowWrap: "anywhere" }}>{url}</span>,
  },
  { id: "health", title: "Health", unlabeled: true, cell: (endpoint) => <HealthBadges endpoint={endpoint} /> },
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
  {
    id: "created",
    title: "Created",
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateTime value={createdAt} dimmed />,
  },
];

export default function Endpoints() {
  const { can } = useSession();
  const pages = usePaginatedQuery(webhookApi.listEndpoints, {});
  const client = useQueryClient();
  const newDrawer = useDrawer("new");
  const [created, setCreated] = useState<CreatedEndpoint | null>(null);
  const canCreate = can(webhookApi.createEndpoint);
  usePolling(
    [webhookApi.listEndpoints],
    (pages.items ?? []).some(({ active, health }) => active && health.pending > 0),
  );
  useShortcuts("Webhooks", canCreate ? [{ keys: "n", label: "New endpoint", run: newDrawer.open }] : []);
  const newButton = canCreate && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" actions={newButton}>
      <WebhookTabs active="endpoints" />
      <DataTable
        name="endpoints"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="/settings/webhooks/$id" params={{ id }} {...rest} />}
        onPrefetch={({ id }) => void client.prefetchQuery(apiQuery(webhookApi.readEndpoint, { id }))}
        emptyState={
          <EmptyState title="No endpoints yet" action={newButton}>
            An endpoint is a URL of your own server. The store sends it signed events when orders and products change. A
            failed delivery is tried twelve times over about 45 minutes.
          </EmptyState>
        }
      />
      <EventBacklog />
      <VerifySignature />
      {canCreate && (
        <Drawer title="New endpoint" opened={newDrawer.opened} onClose={newDrawer.close}>
          <NewEndpoint
            onClose={newDrawer.close}
            onCreated={(endpoint) => {
              newDrawer.close();
              setCreated(endpoint);
            }}
          />
        </Drawer>
      )}
      <ShowOnceDialog
        title="Endpoint created"
        label="Signing secret"
        value={created?.secret ?? null}
        onClose={() => setCreated(null)}
      >
        <Stack gap="xs">
          <Text size="sm">
            The receiver at <b>{created?.url}</b> needs this secret to verify that events come from the store.
          </Text>
          {created?.warnings.map((warning) => (
            <Text key={warning} size="sm" fw={600}>
              {warning}
            </Text>
          ))}
        </Stack>
      </ShowOnceDialog>
    </Page>
  );
}
