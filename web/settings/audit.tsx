/** Who did what, when, and what it changed. */
import { Group, Stack, Text } from "@mantine/core";
import * as auditApi from "#core/contract/audit";
import { prefixes } from "#core/contract/fields";
import { areas } from "#core/contract/index";
import * as apiKeyApi from "#core/contract/key";
import type { Answer } from "#core/contract/kit";
import * as staffApi from "#core/contract/staff";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Panel } from "../ui/drawer.tsx";
import { Thing } from "../ui/entity-link.tsx";
import { DaysFilter } from "../ui/filters/date-range-filter.tsx";
import { ChoiceFilter, FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { daysAsked } from "../ui/format/dates.ts";
import { fieldName } from "../ui/format/field-values.tsx";
import { When } from "../ui/format/format.tsx";
import { opens, TextLink } from "../ui/links.tsx";
import { Empty, NoneFits, Page } from "../ui/page.tsx";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { dateParam, enumParam, idParam, textParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { Diff } from "./diff.tsx";

type Entry = Answer<typeof auditApi.list>["items"][number];

const kinds = Object.keys(prefixes);
const fields = {
  subjectId: textParam,
  subjectType: enumParam(kinds),
  actor: textParam,
  action: textParam,
  from: dateParam,
  to: dateParam,
};
const isEntry = idParam("aud");

/** What changes something, and what each is: "Cancel an order". */
const writes = Object.values(areas)
  .flat()
  .filter(({ method }) => method !== "GET");
const summaries = new Map(writes.map(({ name, summary }) => [name, summary]));

/** "order.editLines" as "Order: edit lines". */
function actionText(action: string): string {
  const [area = "", verb = ""] = action.split(".");
  return `${fieldName(area)}: ${fieldName(verb).toLowerCase()}`;
}
const kindText = fieldName;

const actions = [...writes.map(({ name }) => name), ...auditApi.unasked]
  .map((name) => ({ value: name, label: actionText(name) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** A role and the store are called by their name, not by an id. */
const isNamed = ({ type, id }: Entry["subject"]) => id === null || id === type || type === "role";

const columns: readonly Column<Entry>[] = [
  { id: "at", title: "When", cell: ({ at }) => <When at={at} /> },
  { id: "who", title: "Who", plain: true, cell: ({ actor }) => <Actor of={actor} /> },
  { id: "action", title: "What", plain: true, cell: ({ action }) => actionText(action) },
  { id: "subject", title: "Of", plain: true, cell: ({ subject }) => <Subject of={subject} /> },
  {
    id: "fields",
    title: "Changed",
    cell: ({ before, after }) => (
      <Text span inherit c="dimmed">
        {changedText(before, after)}
      </Text>
    ),
  },
];

function changedText(before: Entry["before"], after: Entry["after"]): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const [shown, rest] = [names.slice(0, 4), names.length - 4];
  return shown.map((name) => fieldName(name).toLowerCase()).join(", ") + (rest > 0 ? ` and ${rest} more` : "") || "–";
}

const actorName = ({ kind, name, id }: Entry["actor"]): string =>
  kind === "system" ? `The store${id ? ` (${id})` : ""}` : kind === "anyone" ? "Somebody outside" : name;

const Actor = ({ of }: { of: Entry["actor"] }) => (
  <>
    {actorName(of)}
    {of.kind === "key" && (
      <Text span inherit c="dimmed">
        {" "}
        (API key)
      </Text>
    )}
  </>
);

function Subject({ of }: { of: Entry["subject"] }) {
  if (isNamed(of)) return <>{of.id && of.id !== of.type ? `${kindText(of.type)} ${of.id}` : kindText(of.type)}</>;
  const id = of.id ?? "";
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <Thing id={id}>
        {kindText(of.type)}{" "}
        <Text span ff="monospace" fz="xs" title={id}>
          …{id.slice(-6)}
        </Text>
      </Thing>
    </span>
  );
}

const link = opens("entry");

export default function Audit() {
  const { store } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const { from, to, ...others } = values;
  const pages = usePages(auditApi.list, {
    ...others,
    ...daysAsked({ from, to }, store.timeZone),
  });
  const entry = useRecordDrawer("entry", isEntry);
  const opened = pages.items?.find(({ id }) => id === entry.of);
  const actors = useActors();
  const known = <Value extends string>(value: string | undefined, options: { value: Value; label: string }[]) =>
    value && !options.some((option) => option.value === value) ? [{ value, label: value }, ...options] : options;
  return (
    <Page title="Audit">
      <FilterBar
        search={
          <SearchFilter
            value={values.subjectId}
            onChange={(subjectId) => set({ subjectId })}
            placeholder="Id of what was changed"
          />
        }
        any={isFiltered}
        clear={clear}
      >
        <ChoiceFilter
          label="Who"
          value={values.actor}
          onChange={(actor) => set({ actor })}
          options={known(values.actor, actors)}
        />
        <ChoiceFilter
          label="What"
          value={values.action}
          onChange={(action) => set({ action })}
          options={known(values.action, actions)}
        />
        <ChoiceFilter
          label="Kind"
          value={values.subjectType}
          onChange={(subjectType) => set({ subjectType })}
          options={kinds.map((kind) => ({ value: kind, label: kindText(kind) }))}
        />
        <DaysFilter value={{ from, to }} onChange={set} />
      </FilterBar>
      <DataTable
        of="audit"
        pages={pages}
        columns={columns}
        link={link}
        empty={isFiltered ? <NoneFits of="entry" clear={clear} /> : <Empty title="Nothing yet" />}
      />
      <Panel title={opened ? actionText(opened.action) : "Entry"} opened={entry.opened} onClose={entry.close} size="xl">
        {opened ? <Shown of={opened} /> : <Text size="sm">This entry is not on this page of the audit.</Text>}
      </Panel>
    </Page>
  );
}

function Shown({ of }: { of: Entry }) {
  const { actor, subject } = of;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">
          <Text span inherit fw={600}>
            {actorName(actor)}
          </Text>
          {actor.role && ` (${actor.role})`}, <When at={of.at} />
        </Text>
        <Text size="sm" c="dimmed">
          {summaries.get(of.action) ?? "Done by the store itself."}
        </Text>
        <Text size="sm" mt={6} component="div">
          {kindText(subject.type)}: {isNamed(subject) ? (subject.id ?? "–") : <Thing id={subject.id ?? ""} />}
        </Text>
      </div>
      <Diff before={of.before} after={of.after} />
      <Group gap="md">
        {subject.id && (
          <TextLink to="/settings/audit" search={{ subjectId: subject.id }} size="sm">
            Everything about this {kindText(subject.type).toLowerCase()}
          </TextLink>
        )}
        {(actor.id !== null || actor.kind === "token" || actor.kind === "anyone") && (
          <TextLink to="/settings/audit" search={{ actor: actor.id ?? actor.kind }} size="sm">
            Everything by {actorName(actor)}
          </TextLink>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {of.action} · {of.id} · {of.changeId}
      </Text>
    </Stack>
  );
}

/** People and keys, for the choice of who did it. */
function useActors() {
  const { can } = useSession();
  const people = useApiQuery(staffApi.list, { limit: 200 }, { enabled: can(staffApi.list) });
  const keys = useApiQuery(apiKeyApi.list, { limit: 200 }, { enabled: can(apiKeyApi.list) });
  return [
    ...(people.data?.items ?? []).map(({ id, name }) => ({ value: id as string, label: name })),
    ...(keys.data?.items ?? []).map(({ id, name }) => ({ value: id as string, label: `${name} (API key)` })),
    { value: "token", label: "The admin token" },
    { value: "anyone", label: "Somebody outside" },
  ];
}
