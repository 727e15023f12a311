/** The audit log: who did what, when, and what it changed. */
import { Group, Stack, Text } from "@mantine/core";
import * as auditApi from "#core/contract/audit";
import * as apiKeyApi from "#core/contract/key";
import { prefixes } from "#core/contract/kit/fields";
import * as staffApi from "#core/contract/staff";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useFullList } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { actionName, actionNames } from "../ui/format/action-names.ts";
import { dateRangeInput } from "../ui/format/dates.ts";
import { fieldLabel } from "../ui/format/field-labels.ts";
import { DateTime } from "../ui/format/format.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { ButtonLink, drawerLink, TextLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { dateParam, enumParam, idParam, textParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { ChangeInWords } from "./change-in-words.tsx";
import { Diff } from "./diff.tsx";

type Entry = ItemOf<typeof auditApi.list>;

const subjectTypes = Object.keys(prefixes);
const filterParams = {
  q: textParam,
  subjectId: textParam,
  subjectType: enumParam(subjectTypes),
  actor: textParam,
  action: textParam,
  from: dateParam,
  to: dateParam,
};
const entryIdParam = idParam("aud");

const actionOptions = [...actionNames].map(([value, label]) => ({ value, label }));

/** Roles and the store are identified by a name instead of an id, a sign-in that failed by what was typed. */
const hasName = ({ type, id }: Entry["subject"]) => id === null || id === type || type === "role" || id.includes("@");

const columns: readonly Column<Entry>[] = [
  { id: "at", title: "Time", cell: ({ at }) => <DateTime value={at} /> },
  { id: "actor", title: "User", unlabeled: true, cell: ({ actor }) => <ActorName actor={actor} /> },
  { id: "action", title: "Action", unlabeled: true, cell: ({ action }) => actionName(action) },
  { id: "subject", title: "Record", unlabeled: true, cell: ({ subject }) => <Subject subject={subject} /> },
  {
    id: "fields",
    title: "Change",
    cell: ({ before, after }) => <ChangeInWords before={before} after={after} />,
  },
];

const actorName = ({ kind, name, id }: Entry["actor"]): string =>
  kind === "system" ? `System${id ? ` (${id})` : ""}` : kind === "anyone" ? "Not signed in" : name;

const ActorName = ({ actor }: { actor: Entry["actor"] }) => (
  <>
    {actor.kind === "system" ? <span className="one-line">{actorName(actor)}</span> : actorName(actor)}
    {actor.kind === "key" && (
      <Text span inherit c="dimmed">
        {" "}
        (API key)
      </Text>
    )}
  </>
);

function Subject({ subject }: { subject: Entry["subject"] }) {
  if (hasName(subject))
    return (
      <>
        {subject.id && subject.id !== subject.type
          ? `${fieldLabel(subject.type)} ${subject.id}`
          : fieldLabel(subject.type)}
      </>
    );
  const id = subject.id ?? "";
  return (
    <span className="one-line">
      <EntityLink id={id}>
        {subject.name ?? (
          <>
            {fieldLabel(subject.type)}{" "}
            <Text span ff="monospace" fz="xs" title={id}>
              …{id.slice(-6)}
            </Text>
          </>
        )}
      </EntityLink>
    </span>
  );
}

const rowLink = drawerLink("entry");

export default function Audit() {
  const { store } = useSession();
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  const { from, to, ...filters } = values;
  const pages = usePaginatedQuery(auditApi.list, {
    ...filters,
    ...dateRangeInput({ from, to }, store.timeZone),
  });
  const drawer = useRecordDrawer("entry", entryIdParam);
  const entry = pages.items?.find(({ id }) => id === drawer.id);
  const actorOptions = useActorOptions();
  return (
    <Page title="Audit log">
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Order number, SKU or name" />}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <SelectFilter
          label="User"
          value={values.actor}
          onChange={(actor) => set({ actor })}
          options={withCurrent(values.actor, actorOptions)}
        />
        <SelectFilter
          label="Action"
          value={values.action}
          onChange={(action) => set({ action })}
          options={withCurrent(values.action, actionOptions)}
        />
        <SelectFilter
          label="Record type"
          value={values.subjectType}
          onChange={(subjectType) => set({ subjectType })}
          options={subjectTypes.map((type) => ({ value: type, label: fieldLabel(type) }))}
        />
        <DateRangeFilter value={{ from, to }} onChange={set} />
      </FilterBar>
      <DataTable
        name="audit"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList
            items="entries"
            isFiltered={isFiltered}
            onClear={clear}
            title="No entries yet"
            action={<ButtonLink to="/settings/store">Set up your store</ButtonLink>}
          >
            Every change is listed here: who made it, when, and what it was before.
          </EmptyList>
        }
      />
      <Drawer
        title={entry ? actionName(entry.action) : "Entry"}
        opened={drawer.opened}
        onClose={drawer.close}
        size="xl"
      >
        {entry ? (
          <EntryDetails entry={entry} />
        ) : (
          <Text size="sm">This entry is not on this page of the audit log.</Text>
        )}
      </Drawer>
    </Page>
  );
}

/** The options of a select, including the value in the URL even if the list does not have it. */
const withCurrent = (value: string | undefined, options: { value: string; label: string }[]) =>
  value && !options.some((option) => option.value === value) ? [{ value, label: value }, ...options] : options;

function EntryDetails({ entry }: { entry: Entry }) {
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
        <Text size="sm" mt={6} component="div">
          {fieldLabel(subject.type)}:{" "}
          {hasName(subject) ? (
            (subject.id ?? "–")
          ) : (
            <EntityLink id={subject.id ?? ""}>{subject.name ?? undefined}</EntityLink>
          )}
        </Text>
      </div>
      <Diff before={entry.before} after={entry.after} />
      <Group gap="md">
        {subject.id && (
          <TextLink to="/settings/audit" search={{ subjectId: subject.id }} size="sm">
            All entries about this {fieldLabel(subject.type).toLowerCase()}
          </TextLink>
        )}
        {(actor.id !== null || actor.kind === "token" || actor.kind === "anyone") && (
          <TextLink to="/settings/audit" search={{ actor: actor.id ?? actor.kind }} size="sm">
            All entries by {actorName(actor)}
          </TextLink>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {entry.action} · {entry.id} · {entry.changeId}
      </Text>
    </Stack>
  );
}

/** Team members and API keys, for a select. */
function useActorOptions(): { value: string; label: string }[] {
  const staff = useFullList(staffApi.list, {});
  const keys = useFullList(apiKeyApi.list, {});
  return [
    ...staff.map(({ id, name }) => ({ value: id, label: name })),
    ...keys.map(({ id, name }) => ({ value: id, label: `${name} (API key)` })),
    { value: "token", label: "Admin token" },
    { value: "anyone", label: "Not signed in" },
  ];
}
