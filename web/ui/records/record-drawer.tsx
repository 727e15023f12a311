/** The drawer of one record: its form, with its history below. */
import { Divider, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import * as auditApi from "#core/contract/audit";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../error-alert.tsx";
import { Drawer } from "../layout/drawer.tsx";
import { ChangeHistory } from "./change-history.tsx";

/** The result of `useRecordDrawer`. */
export interface RecordDrawerState {
  readonly opened: boolean;
  readonly id: string | undefined;
  readonly close: () => void;
}

interface Props<Op extends Operation> {
  readonly title: string;
  readonly drawer: RecordDrawerState;
  /** The operation that reads the record. */
  readonly read: Op;
  /** The operation that lists its history; without one, the audit is used. */
  readonly history?: Operation;
  readonly children: (record: Answer<Op>) => ReactNode;
}

export function RecordDrawer<Op extends Operation>({ title, drawer, ...rest }: Props<Op>) {
  return (
    <Drawer title={title} opened={drawer.opened} onClose={drawer.close} size="md">
      {drawer.id && <RecordWithHistory key={drawer.id} id={drawer.id} {...rest} />}
    </Drawer>
  );
}

function RecordWithHistory<Op extends Operation>(props: Omit<Props<Op>, "title" | "drawer"> & { id: string }) {
  const { id, read, history = auditApi.list, children } = props;
  const { can } = useSession();
  const query = useApiQuery(read, { id } as unknown as Asked<Op>, { keepPrevious: false }); // every operation that reads a record takes its id
  if (query.error && !query.data) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={220} radius="md" role="status" aria-label="Loading" />;
  return (
    <Stack gap="md">
      {children(query.data)}
      {can(history) && (
        <>
          <Divider label="History" labelPosition="left" />
          <ChangeHistory operation={history} id={id} />
        </>
      )}
    </Stack>
  );
}
