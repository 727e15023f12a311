/** Views: named filters. Some are built in; others were saved by staff, for themselves or for all colleagues. */
import { Group, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Operation } from "#core/contract/kit/operation";
import * as viewApi from "#core/contract/view";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { whenIdle } from "../later/when-idle.tsx";
import { parseParams, type UrlParams, useUrlState } from "../url-state.ts";
import classes from "./saved-views.module.css";

const SaveView = whenIdle(() => import("./save-view.tsx"), null);
const EditView = whenIdle(() => import("./edit-view.tsx"), null);
const RefillView = whenIdle(() => import("./refill-view.tsx"), null);
const ViewCount = whenIdle(() => import("./view-count.tsx"), null);

export interface View {
  readonly name: string;
  /** The filters as search parameters of the URL. */
  readonly search: Readonly<Record<string, string>>;
}

export interface ListViews {
  /** The name of the list, under which the store keeps its saved views. */
  readonly list: string;
  /** The built-in views; the first one is "All". */
  readonly views: readonly View[];
  readonly params: UrlParams;
}

interface Props extends ListViews {
  /** The list's operation, for each view's number of rows. */
  readonly op: Operation;
}

/** The input that fetches the views of a list. */
export const viewsInput = (list: string) => ({ list, limit: 200 }) as const;

function useViews({ list, views, params }: ListViews) {
  const [search, setSearch] = useUrlState();
  const { can, hasRight } = useSession();
  const maySave = can(viewApi.create);
  const saved = useApiQuery(viewApi.list, viewsInput(list), { enabled: maySave }).data?.items ?? [];
  const filters = Object.keys(params);
  const current = Object.fromEntries(filters.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const isActive = (view: View) => filters.every((name) => (view.search[name] ?? "") === (current[name] ?? ""));
  const show = (view: View) =>
    setSearch({ ...Object.fromEntries(filters.map((name) => [name, view.search[name]])), cursor: undefined });
  const activeId = saved.find(isActive)?.id ?? null;
  const isKnown = activeId !== null || views.some(isActive);
  const mayEdit = ({ own }: (typeof saved)[number]) => own || hasRight("store.write");
  return { saved, current, isActive, show, activeId, isKnown, maySave, mayEdit };
}

export function SavedViews({ op, ...listed }: Props) {
  const { views, params } = listed;
  const { saved, isActive, show, mayEdit } = useViews(listed);
  const count = (view: View) => <ViewCount op={op} input={parseParams(params, view.search)} />;
  return (
    <Group gap={4} role="group" aria-label="Views" className={classes["views"]}>
      {views.map((view, nth) => (
        <Tab key={view.name} view={view} active={isActive(view)} onClick={() => show(view)}>
          {nth > 0 && count(view)}
        </Tab>
      ))}
      {saved.map((view) => (
        <Group key={view.id} gap={0} wrap="nowrap">
          <Tab view={view} active={isActive(view)} onClick={() => show(view)}>
            {/* No count with dates: these are calendar dates, but the list takes moments. */}
            {view.search["from"] || view.search["to"] ? null : count(view)}
          </Tab>
          {isActive(view) && mayEdit(view) && <EditView view={view} />}
        </Group>
      ))}
    </Group>
  );
}

/** Saves the filters, as a view of their own or in the view whose filters they were. */
export function SaveFilters(listed: ListViews) {
  const { saved, current, activeId, isKnown, maySave, mayEdit } = useViews(listed);
  // The view whose filters are being changed: the last one that was shown as it is.
  const [shownId, setShownId] = useState<typeof activeId>(null);
  if (isKnown && activeId !== shownId) setShownId(activeId);
  if (isKnown) return null;
  const changed = saved.find((view) => view.id === shownId && mayEdit(view));
  return (
    <>
      {changed && <RefillView view={changed} search={current} />}
      {maySave && <SaveView list={listed.list} search={current} />}
    </>
  );
}

interface TabProps {
  readonly view: View;
  readonly active: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tab({ view, active, onClick, children }: TabProps) {
  return (
    <UnstyledButton className={classes["tab"]} aria-pressed={active} onClick={onClick}>
      {view.name}
      {children}
    </UnstyledButton>
  );
}
