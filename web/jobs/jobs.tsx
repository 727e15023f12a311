/** Imports and exports: a file to import, and the latest jobs. */
import { Button, Group, Select, Skeleton, Stack, Switch, Table, Text } from "@mantine/core";
import { useState } from "react";
import * as exportApi from "#core/contract/export";
import * as importApi from "#core/contract/import";
import { callApi } from "../api/api-client.ts";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { ownAddress } from "../api/own-address.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { DownloadIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import { ButtonLink, TextLink } from "../ui/links/links.tsx";
import { toastError } from "../ui/toast.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { FileDrop } from "./file-drop.tsx";
import {
  type Export,
  exportKindLabels,
  type Import,
  importKindLabels,
  isUnderWay,
  outcomeBadges,
  statusBadges,
} from "./labels.ts";
import { JobProgress } from "./progress.tsx";
import { useImport } from "./use-import.ts";

export default function Jobs() {
  const { can, hasRight } = useSession();
  const kinds = importApi.importKinds.filter((kind) => hasRight(importApi.rightToImport[kind]));
  return (
    <Page
      title="Imports and exports"
      actions={
        kinds.length > 0 && (
          <ButtonLink to="/settings/move" variant="default">
            Move from another store
          </ButtonLink>
        )
      }
    >
      {kinds.length > 0 && <NewImport kinds={kinds} />}
      {kinds.length > 0 && <Imports />}
      {can(exportApi.create) && <Exports />}
      {kinds.length === 0 && !can(exportApi.create) && (
        <Text c="dimmed">Your role cannot import or export anything.</Text>
      )}
    </Page>
  );
}

const changedHere = {
  products: "someone has changed the product here",
  customers: "someone has changed the customer here",
  priceLists: "someone has changed the price list here",
  stock: "the stock has changed here",
} as const;

function NewImport({ kinds }: { kinds: readonly Import["kind"][] }) {
  const [search] = useUrlState();
  const [kind, setKind] = useState(kinds.find((one) => one === search["kind"]) ?? kinds[0]);
  const { begin, share } = useImport();
  const [emit, setEmit] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  if (!kind) return null;
  const mayOverwrite = kind !== "orders";
  return (
    <Card title="Import a file">
      <Stack gap="sm">
        <Select
          label="Type of data"
          maw={320}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: importKindLabels[value] }))}
          value={kind}
          onChange={(chosen) => setKind(kinds.find((one) => one === chosen) ?? kind)}
        />
        {kind === "orders" && (
          <Switch
            label="Emit order.created for each order"
            description="For other systems that listen to webhooks. Customers never get a message about an imported order."
            checked={emit}
            onChange={({ currentTarget }) => setEmit(currentTarget.checked)}
          />
        )}
        {mayOverwrite && (
          <Switch
            label="Overwrite what was changed here"
            description={`Otherwise rows are refused if ${changedHere[kind]} since the file was written.`}
            checked={overwrite}
            onChange={({ currentTarget }) => setOverwrite(currentTarget.checked)}
          />
        )}
        <FileDrop
          label="Choose a CSV file"
          share={share}
          onFile={(file) =>
            void begin(kind, file, {
              options: { emit: emit && kind === "orders", overwrite: overwrite && mayOverwrite },
            })
          }
        >
          Quartermaster's own files and Shopify's exports are recognised by their header row. Nothing changes yet: you
          first see what would change.
        </FileDrop>
      </Stack>
    </Card>
  );
}

function Imports() {
  const query = useApiQuery(importApi.list, { limit: 20 }, { poll: true });
  const items = query.data?.items;
  useRefetchWhile(underWayIn(items), [importApi.list]);
  return (
    <Card title="Imports">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={120} radius="md" role="status" aria-label="Loading" />}
      {items?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been imported yet. Choose a file above, or drop one anywhere on a list.
        </Text>
      )}
      {items && items.length > 0 && (
        <ScrollRegion label="Imports">
          <Table>
            <Table.Thead>
              <Table.Tr>
                {["File", "Type", "Status", "Result", "By", "Started"].map((title) => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={item.id}>
                  <Table.Td>
                    <TextLink to="/settings/imports/$id" params={{ id: item.id }} inherit underline="always">
                      {item.fileName}
                    </TextLink>
                  </Table.Td>
                  <Table.Td>{importKindLabels[item.kind]}</Table.Td>
                  <Table.Td>
                    <StatusBadge job={item} />
                  </Table.Td>
                  <Table.Td>{resultText(item)}</Table.Td>
                  <Table.Td>{item.by.name}</Table.Td>
                  <Table.Td>
                    <DateTime value={item.startedAt} dimmed />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
    </Card>
  );
}

export function StatusBadge({ job }: { job: Import | Export }) {
  const [label, color] = statusBadges[job.status];
  const isTrial = "dryRun" in job && job.dryRun && job.status !== "awaitingFile";
  return <Badge color={color}>{isTrial ? `Dry run: ${label.toLowerCase()}` : label}</Badge>;
}

/** "12 created, 3 refused"; without zero counts. */
export function resultText({ counts, status }: Import): string {
  if (status === "awaitingFile" || status === "queued") return "–";
  const outcomes = importApi.outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString()} ${outcomeBadges[outcome][0].toLowerCase()}`);
  return outcomes.join(", ") || "nothing yet";
}

const underWayIn = (items: readonly (Import | Export)[] | undefined): string =>
  (items ?? [])
    .filter(isUnderWay)
    .map(({ id }) => id)
    .join();

function Exports() {
  const { hasRight } = useSession();
  const query = useApiQuery(exportApi.list, { limit: 20 }, { poll: true });
  const create = useApiMutation(exportApi.create);
  const items = query.data?.items;
  useRefetchWhile(underWayIn(items), [exportApi.list]);
  const kinds = exportApi.exportKinds.filter((kind) => hasRight(exportApi.exported[kind].right));
  return (
    <Card title="Exports">
      <Stack gap="sm">
        <Group gap="xs">
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="default"
              onClick={() => create.mutate({ kind }, { onError: toastError })}
              disabled={create.isPending}
            >
              Export {exportKindLabels[kind].toLowerCase()}
            </Button>
          ))}
        </Group>
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
        {items?.map((item) => (
          <ExportRow key={item.id} item={item} />
        ))}
        {items?.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing has been exported yet. Choose what to export: the file then appears here.
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function ExportRow({ item }: { item: Export }) {
  const isFiltered = Object.keys(item.filters).length > 0;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {item.fileName}
          </Text>
          <StatusBadge job={item} />
          <Text size="sm" c="dimmed">
            {countText(item.rows, "row")}
            {isFiltered && ", filtered"}, <DateTime value={item.createdAt} inSentence />
          </Text>
        </Group>
        {item.status === "done" && (
          <Button
            size="xs"
            variant="default"
            leftSection={<DownloadIcon size={14} />}
            onClick={() => void fetchFile(item.id)}
          >
            Download
          </Button>
        )}
      </Group>
      <JobProgress job={item} />
      {item.says && <Text size="sm">{item.says}</Text>}
    </Stack>
  );
}

/** The download URL is valid for a quarter of an hour, so it is requested on demand. */
async function fetchFile(id: Export["id"]): Promise<void> {
  try {
    const { file } = await callApi(exportApi.read, { id });
    if (file) window.location.assign(ownAddress(file.url));
  } catch (error) {
    if (error instanceof Error) toastError(error);
  }
}
