/** The changes of a record, newest first: who made each, and the values before and after. */
import { Button, Stack, Table, Text, Timeline } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as auditApi from "#core/contract/audit";
import type { Answer, Operation } from "#core/contract/kit/operation";
import { type ApiError, callApi } from "../../api/api-client.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../error-alert.tsx";
import { actionName } from "../format/action-names.ts";
import { fieldLabel } from "../format/field-labels.ts";
import { type FormatValue, isEmptyValue, useFormatValue } from "../format/field-values.tsx";
import { DateTime } from "../format/format.tsx";
import { variantName } from "../format/variant-name.ts";

type Page = Answer<typeof auditApi.list>;
type Entry = Page["items"][number];

interface Props {
  /** The operation that lists the history. Without one, the record's audit entries are listed. */
  readonly operation?: Operation;
  readonly id: string;
  /** The name of a subject other than the record itself: a product's history includes its variants. */
  readonly subjectName?: (id: string) => string | undefined;
  /** Formats the values of some fields; undefined falls back to the general format. */
  readonly formatValue?: (field: string, value: unknown) => ReactNode | undefined;
}

export function ChangeHistory({ operation = auditApi.list, id, subjectName, formatValue }: Props) {
  const { can } = useSession();
  const about = operation === auditApi.list ? { subjectId: id } : { id };
  const query = useInfiniteQuery<Page, ApiError>({
    queryKey: [operation.name, about, "history"],
    // Every history returns audit entries.
    queryFn: ({ pageParam, signal }) =>
      callApi(
        operation,
        { ...about, limit: 10, ...(typeof pageParam === "string" && { cursor: pageParam }) },
        { signal },
      ) as Promise<Page>,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: can(operation),
  });
  const generalFormat = useFormatValue();
  const format: FormatValue = (field, value) => formatValue?.(field, value) ?? generalFormat(field, value);
  if (!can(operation)) return null;
  const entries = (query.data?.pages ?? []).flatMap(({ items }) => items);
  const nameOf = ({ subject }: Entry) => (subject.id === id ? undefined : subjectName?.(subject.id ?? ""));
  return (
    <Stack gap="md">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.data && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes yet.
        </Text>
      )}
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.id} title={<EntryTitle entry={entry} name={nameOf(entry)} />}>
            <Changes entry={entry} format={format} />
            <Text size="xs" c="dimmed" mt={2}>
              <DateTime value={entry.at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {query.hasNextPage && (
        <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </Stack>
  );
}

function EntryTitle({ entry, name }: { entry: Entry; name: string | undefined }) {
  return (
    <Text size="sm" component="span">
      <Text span inherit fw={600}>
        {entry.actor.kind === "system" ? "System" : entry.actor.name}
      </Text>{" "}
      {actionText(entry, name)}
    </Text>
  );
}

/** In the words of the audit log: "edited a product", "received stock: BLUE-S". */
function actionText({ action, before }: Entry, name: string | undefined): string {
  const text = actionName(action);
  const subject = name ?? (action === "variant.remove" ? removedName(before) : undefined);
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}${subject ? `: ${subject}` : ""}`;
}

/** A removed variant has no record any more; its name comes from the audit. */
function removedName(before: Entry["before"]): string | undefined {
  const removed: unknown = before?.["variants"];
  const [first] = Array.isArray(removed) ? removed : [];
  return first ? variantName(first) : undefined;
}

/** The fields that differ; none for a new record, where it would be all of them. */
function Changes({ entry, format }: { entry: Entry; format: FormatValue }) {
  const { action, before, after } = entry;
  if (!before || !after || /\.(create|remove)$/.test(action)) {
    const archived = after?.["archived"] === true;
    return archived ? <Text size="sm">Archived, because other records refer to it.</Text> : null;
  }
  if (action.startsWith("stock.")) {
    return (
      <Text size="sm">
        {String(before["onHand"])} → {String(after["onHand"])} on hand at {format("locationId", after["locationId"])}
        {after["reason"] ? `: ${String(after["reason"])}` : ""}
      </Text>
    );
  }
  // Counts, such as those of prices added and removed, have no value before; those of nothing are not shown.
  const fields = Object.keys(after).filter((field) =>
    field in before ? JSON.stringify(before[field]) !== JSON.stringify(after[field]) : after[field] !== 0,
  );
  if (fields.length === 0) return null;
  return (
    <Table
      fz="sm"
      withRowBorders={false}
      verticalSpacing={1}
      horizontalSpacing={0}
      layout="auto"
      aria-label="Before and after"
    >
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Td c="dimmed" pr={10} style={{ verticalAlign: "top", whiteSpace: "nowrap", width: 1 }}>
              {fieldLabel(field)}
            </Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              {field in before && (
                <>
                  <Text span inherit c="dimmed" {...(!isEmptyValue(before[field]) && { td: "line-through" })}>
                    {format(field, before[field])}
                  </Text>
                  {" → "}
                </>
              )}
              <bdi>{format(field, after[field])}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
