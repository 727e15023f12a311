/** The drawer of one record: its form, and below it its history. */
import { Divider, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import * as auditApi from "#core/contract/audit";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { Panel } from "../drawer.tsx";
import { Problem } from "../error-alert.tsx";
import { History } from "./change-history.tsx";

export interface Drawer {
  readonly opened: boolean;
  readonly of: string | undefined;
  readonly close: () => void;
}

interface Props<Op extends Operation> {
  readonly title: string;
  readonly drawer: Drawer;
  readonly read: Op;
  /** The operation that tells its history; the audit when it has none of its own. */
  readonly history?: Operation;
  readonly children: (record: Answer<Op>) => ReactNode;
}

export function RecordPanel<Op extends Operation>({ title, drawer, ...rest }: Props<Op>) {
  return (
    <Panel title={title} opened={drawer.opened} onClose={drawer.close} size="md">
      {drawer.of && <Record key={drawer.of} id={drawer.of} {...rest} />}
    </Panel>
  );
}

function Record<Op extends Operation>(props: Omit<Props<Op>, "title" | "drawer"> & { id: string }) {
  const { id, read, history = auditApi.list, children } = props;
  const { can } = useSession();
  const answer = useApiQuery(read, { id } as unknown as Asked<Op>, { keepPrevious: false }); // whatever reads a record takes its id
  if (answer.error && !answer.data) return <Problem of={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton height={220} radius="md" role="status" aria-label="Loading" />;
  return (
    <Stack gap="md">
      {children(answer.data)}
      {can(history) && (
        <>
          <Divider label="History" labelPosition="left" />
          <History op={history} id={id} />
        </>
      )}
    </Stack>
  );
}
