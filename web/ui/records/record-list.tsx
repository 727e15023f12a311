/** A small list whose records open in a drawer, with their form and their history: tax rates, channels and their like. */
import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { apiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { Panel } from "../drawer.tsx";
import { FilterBar, FlagFilter } from "../filters/filters.tsx";
import { opens } from "../links.tsx";
import { Empty, NoneFits, Page } from "../page.tsx";
import { useKeys } from "../shortcuts.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import type { Pages } from "../table/use-paginated-query.ts";
import {
  booleanParam,
  type UrlParam,
  type UrlParams,
  useDrawer,
  type useFilters,
  useRecordDrawer,
} from "../url-state.ts";
import { type Drawer, RecordPanel } from "./record-drawer.tsx";

/** The filter that all of them have. */
export const archivedToo = { archived: booleanParam } satisfies UrlParams;

interface Props<Read extends Operation> {
  /** "Tax rates", and how one of them is called. */
  readonly title: string;
  readonly one: string;
  readonly ops: { readonly read: Read; readonly create: Operation; readonly history?: Operation };
  readonly isId: UrlParam<string>;
  readonly pages: Pages<Answer<Read> & { readonly id: string }>;
  readonly columns: readonly Column<Answer<Read> & { readonly id: string }>[];
  readonly filters: Pick<ReturnType<typeof useFilters<typeof archivedToo>>, "values" | "set" | "clear" | "isFiltered">;
  /** Filters besides the one that all of them have. */
  readonly search?: ReactNode;
  readonly others?: ReactNode;
  /** What it is for, while there is none. */
  readonly purpose: string;
  /** A record in a sentence, for who may only look. */
  readonly told: (record: Answer<Read>) => string;
  /** The form of a new one, and the form of one that is there. */
  readonly fresh: (close: () => void) => ReactNode;
  readonly children: (record: Answer<Read>, close: () => void) => ReactNode;
  /** Under the form: where the record leads. */
  readonly leads?: (record: Answer<Read>) => ReactNode;
}

const link = opens("edit");

export function RecordList<Read extends Operation>(props: Props<Read>) {
  const { title, one, ops, isId, pages, columns, filters, search, others, purpose, fresh } = props;
  const { can } = useSession();
  const client = useQueryClient();
  const add = useDrawer("new");
  const edit = useRecordDrawer("edit", isId);
  const canWrite = can(ops.create);
  const does = `New ${one}`;
  useKeys(title, canWrite ? [{ keys: "n", does, run: add.open }] : []);
  const { read } = ops;
  const peek = useCallback(
    ({ id }: { id: string }) => void client.prefetchQuery(apiQuery(read, { id } as unknown as Asked<Read>)), // whatever reads a record takes its id
    [client, read],
  );
  const { values, set, clear, isFiltered } = filters;
  return (
    <Page
      title={title}
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
            {does}
          </Button>
        )
      }
    >
      <FilterBar search={search} any={isFiltered} clear={clear}>
        {others}
        <FlagFilter label="Archived ones too" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        of={title.toLowerCase()}
        pages={pages}
        columns={columns}
        link={link}
        onPeek={peek}
        empty={
          isFiltered ? (
            <NoneFits of={one} clear={clear} />
          ) : (
            <Empty title={`No ${title.toLowerCase()} yet`}>{purpose}</Empty>
          )
        }
      />
      {canWrite && (
        <Panel title={does} opened={add.opened} onClose={add.close} size="md">
          {fresh(add.close)}
        </Panel>
      )}
      <RecordDrawer {...props} drawer={edit} canWrite={canWrite} />
    </Page>
  );
}

interface DrawerProps<Read extends Operation> extends Pick<Props<Read>, "one" | "ops" | "told" | "children" | "leads"> {
  readonly drawer: Drawer;
  readonly canWrite: boolean;
}

function RecordDrawer<Read extends Operation>(props: DrawerProps<Read>) {
  const { one, ops, told, children, leads, drawer, canWrite } = props;
  const { read, history } = ops;
  return (
    <RecordPanel
      title={one.charAt(0).toUpperCase() + one.slice(1)}
      drawer={drawer}
      read={read}
      {...(history && { history })}
    >
      {(record) => (
        <>
          {canWrite ? children(record, drawer.close) : <Text size="sm">{told(record)}</Text>}
          {leads?.(record)}
        </>
      )}
    </RecordPanel>
  );
}
