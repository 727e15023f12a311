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
import { Drawer } from "../ui/drawer.tsx";
import { EntityLink } from "../ui/entity-link.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { fieldLabel } from "../ui/format/field-values.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { drawerLink, TextLink } from "../ui/links.tsx";
import { EmptyState, NoResults, Page } from "../ui/page.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
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
  return `${fieldLabel(area)}: ${fieldLabel(verb).toLowerCase()}`;
}
const kindText = fieldLabel;

const actions = [...writes.map(({ name }) => name), ...auditApi.unasked]
  .map((name) => ({ value: name, label: actionText(name) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** A role and the store are called by their name, not by an id. */
const isNamed = ({ type, id }: Entry["subject"]) => id === null || id === type || type === "role";

const columns: readonly Column<Entry>[] = [
  { id: "at", title: "When", cell: ({ at }) => <DateTime value={at} /> },
  { id: "who", title: "Who", unlabeled: true, cell: ({ actor }) => <Actor actor={actor} /> },
  { id: "action", title: "What", unlabeled: true, cell: ({ action }) => actionText(action) },
  { id: "subject", title: "Of", unlabeled: true, cell: ({ subject }) => <Subject subject={subject} /> },
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
  return shown.map((name) => fieldLabel(name).toLowerCase()).join(", ") + (rest > 0 ? ` and ${rest} more` : "") || "–";
}

const actorName = ({ kind, name, id }: Entry["actor"]): string =>
  kind === "system" ? `The store${id ? ` (${id})` : ""}` : kind === "anyone" ? "Somebody outside" : name;

const Actor = ({ actor }: { actor: Entry["actor"] }) => (
  <>
    {actorName(actor)}
    {actor.kind === "key" && (
      <Text span inherit c="dimmed">
        {" "}
        (API key)
      </Text>
    )}
  </>
);

function Subject({ subject }: { subject: Entry["subject"] }) {
  if (isNamed(subject)) return <>{subject.id && subject.id !== subject.type ? `${kindText(subject.type)} ${subject.id}` : kindText(subject.type)}</>;
  const id = subject.id ?? "";
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <EntityLink id={id}>
        {kindText(subject.type)}{" "}
        <Text span ff="monospace" fz="xs" title={id}>
          …{id.slice(-6)}
        </Text>
      </EntityLink>
    </span>
  );
}

const link = drawerLink("entry");

export default function Audit() {
  const { store } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const { from, to, ...others } = values;
  const pages = usePaginatedQuery(auditApi.list, {
    ...others,
    ...dateRangeInput({ from, to }, store.timeZone),
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
        isFiltered={isFiltered}
        onClear={clear}
      >
        <SelectFilter
          label="Who"
          value={values.actor}
          onChange={(actor) => set({ actor })}
          options={known(values.actor, actors)}
        />
        <SelectFilter
          label="What"
          value={values.action}
          onChange={(action) => set({ action })}
          options={known(values.action, actions)}
        />
        <SelectFilter
          label="Kind"
          value={values.subjectType}
          onChange={(subjectType) => set({ subjectType })}
          options={kinds.map((kind) => ({ value: kind, label: kindText(kind) }))}
        />
        <DateRangeFilter value={{ from, to }} onChange={set} />
      </FilterBar>
      <DataTable
        name="audit"
        pages={pages}
        columns={columns}
        rowLink={link}
        emptyState={isFiltered ? <NoResults noun="entry" onClear={clear} /> : <EmptyState title="Nothing yet" />}
      />
      <Drawer
        title={opened ? actionText(opened.action) : "Entry"}
        opened={entry.opened}
        onClose={entry.close}
        size="xl"
      >
        {opened ? <Shown entry={opened} /> : <Text size="sm">This entry is not on this page of the audit.</Text>}
      </Drawer>
    </Page>
  );
}

function Shown({ entry }: { entry: Entry }) {
  const { actor, subject } = entry;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">
          <Text span inherit fw={600}>
            {actorName(actor)}
          </Text>
          {actor.role && ` (${actor.role})`}, <DateTime value={entry.at} />
        </Text>
        <Text size="sm" c="dimmed">
          {summaries.get(entry.action) ?? "Done by the store itself."}
        </Text>
        <Text size="sm" mt={6} component="div">
          {kindText(subject.type)}: {isNamed(subject) ? (subject.id ?? "–") : <EntityLink id={subject.id ?? ""} />}
        </Text>
      </div>
      <Diff before={entry.before} after={entry.after} />
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
        {entry.action} · {entry.id} · {entry.changeId}
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
