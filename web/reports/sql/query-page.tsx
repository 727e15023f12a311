/** One SQL report: its text, parameters, result and runs. */
import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { setApiQueryData, useApiMutation, useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { ConflictAlert } from "../../ui/forms/conflict-alert.tsx";
import { useUnsaved } from "../../ui/forms/unsaved.ts";
import { lazyPart } from "../../ui/later/lazy-part.tsx";
import { DetailPage } from "../../ui/layout/detail-page.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { DeclaredParameters } from "./declared-parameters.tsx";
import { ParameterFields } from "./parameter-fields.tsx";
import { OffAlert } from "./query-list.tsx";
import { RemoveQuery } from "./remove-query.tsx";
import { ResultView } from "./result-view.tsx";
import { fieldErrorsOf, problemOf, RunError } from "./run-error.tsx";
import { RunHistory } from "./run-history.tsx";
import { type Definition, SaveQuery } from "./save-query.tsx";
import { ScheduleCard } from "./schedule-card.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";
import classes from "./sql.module.css";

type Query = Answer<typeof reportApi.readQuery>;
type Id = Query["id"];

const SqlEditor = lazyPart(() => import("./sql-editor.tsx"));

const empty: Definition = {
  name: "",
  description: "",
  statement:
    "select date_trunc('month', created_at)::date as month, count(*) as orders\nfrom orders\nwhere status <> 'cancelled'\ngroup by month\norder by month",
  parameters: [],
  chart: null,
};

export default function QueryPage() {
  const { id } = useParams({ strict: false });
  const isNew = id === "new";
  /** A report that was begun here stays the same page when it is created, with what is being typed. */
  const [created, setCreated] = useState<Id>();
  const query = useApiQuery(reportApi.readQuery, { id: id as Id }, { enabled: !isNew }); // the API refuses other ids
  // Typed text stays while the store cannot be reached.
  return (
    <DetailPage<Query | null>
      title="SQL report"
      list={{ to: "/reports/sql", label: "SQL reports" }}
      query={isNew ? { ...query, data: null, error: null } : query}
    >
      {(saved) => (
        <Workbench key={saved && saved.id !== created ? saved.id : "new"} saved={saved} onCreated={setCreated} />
      )}
    </DetailPage>
  );
}

function Workbench({ saved, onCreated }: { saved: Query | null; onCreated: (id: Id) => void }) {
  const client = useQueryClient();
  const { can } = useSession();
  const schema = useApiQuery(reportApi.readSchema, {}, { expensive: true });
  const [draft, setDraft] = useState<Definition>(saved ?? empty);
  /** What the draft began with, or was last saved as. */
  const [base, setBase] = useState<Definition & { readonly version?: number }>(draft);
  const [latest, setLatest] = useState(saved);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const mayWrite = can(reportApi.tryQuery);
  const isDirty = definitionText(draft) !== definitionText(base);
  useUnsaved(() => mayWrite && isDirty);
  const edit = useApiMutation(reportApi.editQuery, { version: base.version });
  const take = (stored: Query) => {
    setBase(stored);
    setDraft(stored);
  };
  // Changes by others, until one types.
  if (saved && saved !== latest) {
    setLatest(saved);
    if (!isDirty) take(saved);
  }
  const onSaved = (stored: Query, sent: Definition) => {
    if (!saved) {
      onCreated(stored.id);
      setApiQueryData(client, reportApi.readQuery, { id: stored.id }, stored);
    }
    setBase(stored);
    // What was typed meanwhile stays.
    setDraft((now) => (now === sent ? stored : now));
  };
  const runSaved = useApiMutation(reportApi.runQuery);
  const runDraft = useApiMutation(reportApi.tryQuery);
  const isSaved =
    saved !== null &&
    draft.statement === saved.statement &&
    JSON.stringify(draft.parameters) === JSON.stringify(saved.parameters);
  const running = runSaved.isPending || runDraft.isPending;
  const [last, setLast] = useState<"saved" | "draft">("saved");
  const ran = last === "saved" ? runSaved : runDraft;
  const { statement, parameters: declared } = draft;
  const run = () => {
    if (running) return;
    setLast(isSaved ? "saved" : "draft");
    if (isSaved) runSaved.mutate({ id: saved.id, parameters: values });
    else if (mayWrite) runDraft.mutate({ statement, declared: [...declared], parameters: values });
  };
  const views = schema.data?.views ?? noViews;
  return (
    <Page
      title={saved?.name ?? "New report"}
      actions={
        <>
          {saved && mayWrite && <RemoveQuery id={saved.id} name={saved.name} />}
          {mayWrite && <SaveQuery saved={saved} draft={draft} edit={edit} onSaved={onSaved} />}
          <Button onClick={run} loading={running} disabled={schema.data?.available === false}>
            Run
          </Button>
        </>
      }
    >
      <Breadcrumb to="/reports/sql" label="SQL reports">
        {saved?.description}
      </Breadcrumb>
      {schema.data?.available === false && <OffAlert />}
      {saved && (
        <ConflictAlert
          error={edit.error}
          base={base}
          current={saved}
          describe={definitionFacts}
          onKeepMine={() => {
            setBase({ ...base, version: saved.version });
            edit.reset();
          }}
          onTakeTheirs={() => {
            take(saved);
            edit.reset();
          }}
        />
      )}
      {mayWrite && (
        <Group gap="sm" align="start" grow preventGrowOverflow={false}>
          <TextInput
            label="Name"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={1}
            value={draft.description}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
        </Group>
      )}
      <div className={classes["columns"]}>
        <Stack gap="sm">
          <Suspense fallback={<Skeleton h={180} />}>
            <SqlEditor
              value={statement}
              onChange={(text) => setDraft((before) => ({ ...before, statement: text }))}
              onRun={run}
              readOnly={!mayWrite}
              views={views}
              problem={problemOf(ran.error)}
            />
          </Suspense>
          <Text size="xs" c="dimmed">
            Ctrl + Enter runs it: read-only, for 10 seconds at most. A parameter is written {"{{name}}"}.
          </Text>
          {mayWrite && (
            <DeclaredParameters
              parameters={declared}
              onChange={(parameters) => setDraft({ ...draft, parameters: [...parameters] })}
            />
          )}
          <ParameterFields
            parameters={declared}
            values={values}
            onChange={setValues}
            errors={fieldErrorsOf(ran.error)}
          />
          <RunError error={ran.error} />
        </Stack>
        <SchemaBrowser views={[...views]} />
      </div>
      {ran.data && !ran.error && (
        <ResultView
          name={draft.name || "report"}
          result={ran.data}
          chart={draft.chart}
          onChart={mayWrite ? (chart) => setDraft((before) => ({ ...before, chart })) : undefined}
        />
      )}
      {saved && <ScheduleCard query={saved} />}
      <RunHistory queryId={saved?.id ?? null} />
    </Page>
  );
}

const definitionFacts = ({ name, description, statement, parameters, chart }: Definition) => ({
  Name: name,
  Description: description,
  SQL: statement,
  Parameters: parameters.map((one) => [one.name, one.type, one.default].filter((part) => part).join(" ")).join(", "),
  Chart: chart ? `${chart.kind}: ${[chart.x, chart.y].flat().join(", ")}` : "",
});

/** To compare: only what the form edits. */
const definitionText = ({ name, description, statement, parameters, chart }: Definition): string =>
  JSON.stringify([name, description, statement, parameters, chart]);

const noViews: Answer<typeof reportApi.readSchema>["views"] = [];
