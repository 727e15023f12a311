/**
 * A whole screen for small records such as tax rates and channels: a list whose rows open in a drawer with a form and a
 * history.
 */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { apiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { CheckboxFilter, FilterBar } from "../filters/filters.tsx";
import { PlusIcon } from "../icons.ts";
import { Drawer } from "../layout/drawer.tsx";
import { EmptyList, Page } from "../layout/page.tsx";
import { drawerLink } from "../links/links.tsx";
import { useShortcuts } from "../shortcuts.ts";
import type { Column } from "../table/columns.ts";
import { DataTable } from "../table/data-table.tsx";
import type { PaginatedQuery } from "../table/use-paginated-query.ts";
import {
  booleanParam,
  type UrlParam,
  type UrlParams,
  useDrawer,
  type useFilters,
  useRecordDrawer,
} from "../url-state.ts";
import { RecordDrawer } from "./record-drawer.tsx";

/** The filter that all these lists have. */
export const archivedFilter = { archived: booleanParam } satisfies UrlParams;

type Filters = ReturnType<typeof useFilters<typeof archivedFilter>>;

interface Props<Read extends Operation> {
  /** The plural and the singular of what is listed: "Tax rates", "tax rate". */
  readonly title: string;
  readonly noun: string;
  readonly operations: { readonly read: Read; readonly create: Operation; readonly history?: Operation };
  readonly parseId: UrlParam<string>;
  readonly pages: PaginatedQuery<Answer<Read> & { readonly id: string }>;
  readonly columns: readonly Column<Answer<Read> & { readonly id: string }>[];
  readonly filters: Pick<Filters, "values" | "set" | "clear" | "isFiltered">;
  /** Filters in addition to the shared one. */
  readonly search?: ReactNode;
  readonly moreFilters?: ReactNode;
  /** What the records are for, shown while there are none. */
  readonly emptyText: string;
  /** A record in a sentence, for users with read access only. */
  readonly describe: (record: Answer<Read>) => string;
  /** The form of a new record; `children` is the form of an existing record. */
  readonly renderNew: (onClose: () => void) => ReactNode;
  readonly children: (record: Answer<Read>, onClose: () => void) => ReactNode;
  /** Links under the form. */
  readonly renderLinks?: (record: Answer<Read>) => ReactNode;
}

const rowLink = drawerLink("edit");

export function RecordList<Read extends Operation>(props: Props<Read>) {
  const { title, noun, operations, pages, columns, filters, search, moreFilters, emptyText } = props;
  const { parseId, describe, renderNew, children, renderLinks } = props;
  const { read, create, history } = operations;
  const { can } = useSession();
  const client = useQueryClient();
  const newDrawer = useDrawer("new");
  const editDrawer = useRecordDrawer("edit", parseId);
  const canWrite = can(create);
  const newLabel = `New ${noun}`;
  useShortcuts(title, canWrite ? [{ keys: "n", label: newLabel, run: newDrawer.open }] : []);
  const prefetch = useCallback(
    ({ id }: { id: string }) => void client.prefetchQuery(apiQuery(read, { id } as unknown as Asked<Read>)), // every operation that reads a record takes its id
    [client, read],
  );
  const { values, set, clear, isFiltered } = filters;
  const items = title.toLowerCase();
  const newButton = canWrite && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      {newLabel}
    </Button>
  );
  return (
    <Page title={title} actions={newButton}>
      <FilterBar search={search} isFiltered={isFiltered} onClear={clear}>
        {moreFilters}
        <CheckboxFilter label="Show archived" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        name={items}
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        onPrefetch={prefetch}
        emptyState={
          <EmptyList items={items} isFiltered={isFiltered} onClear={clear} title={`No ${items} yet`} action={newButton}>
            {emptyText}
          </EmptyList>
        }
      />
      {canWrite && (
        <Drawer title={newLabel} opened={newDrawer.opened} onClose={newDrawer.close} size="md">
          {renderNew(newDrawer.close)}
        </Drawer>
      )}
      <RecordDrawer
        title={noun.charAt(0).toUpperCase() + noun.slice(1)}
        drawer={editDrawer}
        read={read}
        {...(history && { history })}
      >
        {(record) => (
          <>
            {canWrite ? children(record, editDrawer.close) : <Text size="sm">{describe(record)}</Text>}
            {renderLinks?.(record)}
          </>
        )}
      </RecordDrawer>
    </Page>
  );
}
