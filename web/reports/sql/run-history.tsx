/** The last runs of a report, and the one in progress. */
import { Button, Table, Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiMutation, useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DateTime } from "../../ui/format/format.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ScrollRegion } from "../../ui/layout/scroll-region.tsx";
import { toastError } from "../../ui/toast.tsx";

type Run = Answer<typeof reportApi.listRuns>["items"][number];

const badges: Readonly<Record<Run["status"], readonly [label: string, color: string]>> = {
  running: ["Running", "blue"],
  done: ["Done", "green"],
  failed: ["Failed", "red"],
  cancelled: ["Stopped", "gray"],
  timedOut: ["Took too long", "orange"],
};

export function RunHistory({ queryId }: { queryId: Run["queryId"] }) {
  const { user, can } = useSession();
  const query = useApiQuery(reportApi.listRuns, { limit: 10, ...(queryId && { queryId }) }, { poll: true });
  const cancel = useApiMutation(reportApi.cancelRun);
  const runs = query.data?.items ?? [];
  if (runs.length === 0) return null;
  return (
    <Card title="Recent runs">
      <ScrollRegion label="Recent runs">
        <Table miw={520} aria-label="Recent runs">
          <Table.Tbody>
            {runs.map(({ id, startedAt, by, status, rows, cut, says, name }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <DateTime value={startedAt} dimmed />
                </Table.Td>
                <Table.Td>{by}</Table.Td>
                {!queryId && <Table.Td>{name ?? "Not saved"}</Table.Td>}
                <Table.Td>
                  <Badge color={badges[status][1]}>{badges[status][0]}</Badge>
                </Table.Td>
                <Table.Td ta="right">{rows === null ? "" : `${rows.toLocaleString()}${cut ? "+" : ""} rows`}</Table.Td>
                <Table.Td>
                  {status === "running" && (by === user.name || can(reportApi.tryQuery)) ? (
                    <Button
                      size="compact-xs"
                      variant="default"
                      loading={cancel.isPending}
                      onClick={() => cancel.mutate({ id }, { onError: toastError })}
                    >
                      Stop
                    </Button>
                  ) : (
                    <Text size="xs" c="dimmed" lineClamp={2}>
                      {says}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </Card>
  );
}
