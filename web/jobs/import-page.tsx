/** One import: the result of its dry run or run, and which rows were refused and why. */
import { Alert, Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import * as importApi from "#core/contract/import";
import { useApiQuery } from "../api/hooks.ts";
import { ownAddress } from "../api/own-address.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { Badge } from "../ui/badge.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { DownloadIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Breadcrumb, EmptyList, Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, useFilters } from "../ui/url-state.ts";
import { FileDrop } from "./file-drop.tsx";
import { ImportActions } from "./import-actions.tsx";
import { StatusBadge } from "./jobs.tsx";
import { type Import, type ImportRow, importKindLabels, isUnderWay, layoutLabel, outcomeBadges } from "./labels.ts";
import { OtherKind } from "./other-kind.tsx";
import { JobProgress } from "./progress.tsx";
import { RowChanges } from "./row-changes.tsx";
import { useImport } from "./use-import.ts";

const polled = [importApi.read, importApi.rows];

export default function ImportPage() {
  const { id } = useParams({ from: "/authenticated/settings/imports/$id" }) as { id: Import["id"] }; // the API refuses other ids
  const query = useApiQuery(importApi.read, { id }, { poll: true });
  const job = query.data;
  useRefetchWhile(job && isUnderWay(job) ? `${job.id} ${job.rows}` : "", polled);
  return (
    <DetailPage title="Import" list={{ to: "/settings/imports", label: "Imports and exports" }} query={query}>
      {(job) => <OneImport job={job} />}
    </DetailPage>
  );
}

function OneImport({ job }: { job: Import }) {
  return (
    <Page title={job.fileName} titleExtra={<StatusBadge job={job} />} actions={<Actions job={job} />}>
      <Breadcrumb to="/settings/imports" label="Imports and exports">
        {importKindLabels[job.kind]}
        {job.layout && `, ${layoutLabel(job.layout)}`}
      </Breadcrumb>
      {job.says && (
        <Alert
          color={job.status === "failed" ? "red" : "yellow"}
          title={job.status === "failed" ? "The file could not be read completely" : "About this file"}
        >
          {job.says}
        </Alert>
      )}
      <JobProgress job={job} />
      <Summary job={job} />
      {!isUnderWay(job) && job.counts.refused > 0 && <SendMended job={job} />}
      <Rows job={job} />
    </Page>
  );
}

function Actions({ job }: { job: Import }) {
  return (
    <>
      {job.dryRun && !isUnderWay(job) && <OtherKind job={job} />}
      <ImportActions job={job} />
    </>
  );
}

/** Uploads the corrected file of refused rows like any other file, and opens the page of its dry run. */
function SendMended({ job: { kind, options } }: { job: Import }) {
  const { begin, share } = useImport();
  return (
    <FileDrop label="Send the corrected rows" share={share} onFile={(file) => void begin(kind, file, { options })}>
      Download the refused rows, correct them in a spreadsheet, and send that file. You may leave the first two columns
      in it.
    </FileDrop>
  );
}

function Summary({ job }: { job: Import }) {
  const { hasRight } = useSession();
  const { counts, dryRun, refusedRows, status } = job;
  return (
    <Card
      title={dryRun ? "What would change" : "What changed"}
      actions={
        refusedRows && (
          <Button
            component="a"
            href={ownAddress(refusedRows.url)}
            size="xs"
            variant="default"
            leftSection={<DownloadIcon size={14} />}
          >
            Download the refused rows
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {importApi.outcomes.map((outcome) => (
          <div key={outcome}>
            <Text size="sm" c="dimmed">
              {outcomeBadges[outcome][0]}
            </Text>
            <Text fw={600} fz="xl">
              {counts[outcome].toLocaleString()}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {status === "cancelled" && (
        <Text size="sm" mt="xs">
          It was stopped. What these figures count has been imported and stays.
        </Text>
      )}
      {!dryRun && status === "done" && hasRight("store.operate") && (
        <Text size="sm" mt="xs">
          <TextLink to="/settings/doctor" inherit underline="always">
            Run the health check
          </TextLink>{" "}
          to check that all records are consistent.
        </Text>
      )}
    </Card>
  );
}

const filterParams = { outcome: enumParam(importApi.outcomes) };
const outcomeOptions = importApi.outcomes.map((value) => ({ value, label: outcomeBadges[value][0] }));

/** A table needs an `id` in each row. */
const withId = <Row extends { readonly row: number }>(row: Row) => ({ ...row, id: String(row.row) });

function Rows({ job }: { job: Import }) {
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const pages = usePaginatedQuery(importApi.rows, { id: job.id, ...values });
  const items = useMemo(() => pages.items?.map(withId), [pages.items]);
  const columns = useMemo(() => columnsOf(job.kind), [job.kind]);
  const nothing = job.dryRun
    ? "Each row of the file appears here, with what would change."
    : "Refused rows appear here, with the reason.";
  return (
    <Stack gap="sm">
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Outcome"
          value={values.outcome}
          onChange={(outcome) => set({ outcome })}
          options={outcomeOptions}
        />
      </FilterBar>
      <DataTable
        name="import-rows"
        pages={{ ...pages, items, fetchAll: async () => (await pages.fetchAll()).map(withId) }}
        columns={columns}
        emptyState={
          <EmptyList items="rows" isFiltered={isFiltered} onClear={clear} title="No rows to show">
            {nothing}
          </EmptyList>
        }
      />
    </Stack>
  );
}

type Shown = ImportRow & { readonly id: string };

const columnsOf = (kind: Import["kind"]): readonly Column<Shown>[] => [
  { id: "row", title: "Row", cell: ({ row }) => row.toLocaleString() },
  { id: "about", title: "Record", cell: ({ about }) => about || "–" },
  {
    id: "outcome",
    title: "Outcome",
    unlabeled: true,
    cell: ({ outcome }) => <Badge color={outcomeBadges[outcome][1]}>{outcomeBadges[outcome][0]}</Badge>,
  },
  { id: "what", title: "Changes", unlabeled: true, cell: (row) => <What kind={kind} row={row} /> },
];

function What({ kind, row }: { kind: Import["kind"]; row: Shown }) {
  const { problems } = row;
  if (problems.length > 0) {
    return (
      <Stack gap={2} style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
        {problems.map(({ column, text, why }) => (
          <Text key={`${column} ${why}`} size="sm">
            {column !== null && (
              <Text span inherit fw={600}>
                {column}
                {text ? ` “${text}”` : ""}:{" "}
              </Text>
            )}
            {why}
          </Text>
        ))}
      </Stack>
    );
  }
  return <RowChanges kind={kind} row={row} />;
}
