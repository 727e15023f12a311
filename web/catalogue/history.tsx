/** What has been changed about something, by whom, with before and after, the newest first. */
import { Button, Stack, Table, Text, Timeline as Track } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as audit from "#core/contract/audit";
import type { Answer, Operation } from "#core/contract/kit";
import { ask, type Refused } from "../api/ask.ts";
import { useSession } from "../api/session.tsx";
import { When } from "../ui/format.tsx";
import { Problem } from "../ui/problem.tsx";
import { fieldName, isEmpty, type Tell, useTold } from "../ui/values.tsx";
import { variantName } from "./words.ts";

type Page = Answer<typeof audit.list>;
export type Entry = Page["items"][number];

interface Props {
  /** The operation that tells it; without one of its own, a thing's part of the audit. */
  readonly op?: Operation;
  readonly id: string;
  /** How a subject other than the thing itself is called: a product's variants. */
  readonly nameOf?: (id: string) => string | undefined;
  /** Words for a value that needs to know more than its name: `undefined` leaves it to the others. */
  readonly say?: (field: string, value: unknown) => ReactNode | undefined;
}

export function History({ op = audit.list, id, nameOf, say }: Props) {
  const { may } = useSession();
  const about = op === audit.list ? { subjectId: id } : { id };
  const pages = useInfiniteQuery<Page, Refused>({
    queryKey: [op.name, about, "history"],
    // Every history answers a part of the audit.
    queryFn: ({ pageParam, signal }) =>
      ask(
        op,
        { ...about, limit: 10, ...(typeof pageParam === "string" && { cursor: pageParam }) },
        { signal },
      ) as Promise<Page>,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: may(op),
  });
  const told = useTold();
  const valueText: Tell = (field, value) => say?.(field, value) ?? told(field, value);
  if (!may(op)) return null;
  const entries = (pages.data?.pages ?? []).flatMap(({ items }) => items);
  return (
    <Stack gap="md">
      <Problem of={pages.error} retry={() => void pages.refetch()} />
      {pages.data && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been changed since it came with the store.
        </Text>
      )}
      <Track bulletSize={14} lineWidth={2} active={-1}>
        {entries.map((entry) => (
          <Track.Item
            key={entry.id}
            title={<Title of={entry} name={entry.subject.id === id ? undefined : nameOf?.(entry.subject.id ?? "")} />}
          >
            <Changes of={entry} valueText={valueText} />
            <Text size="xs" c="dimmed" mt={2}>
              <When at={entry.at} />
            </Text>
          </Track.Item>
        ))}
      </Track>
      {pages.hasNextPage && (
        <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show what came before
        </Button>
      )}
    </Stack>
  );
}

const verbs: Readonly<Record<string, string>> = {
  create: "made it",
  edit: "changed it",
  remove: "removed it",
  setProducts: "chose other products",
  receive: "received goods",
  count: "counted the stock",
  adjust: "corrected the stock",
};

const imageVerbs: Readonly<Record<string, string>> = {
  add: "added an image",
  edit: "changed an image",
  remove: "removed an image",
};

function Title({ of, name }: { of: Entry; name: string | undefined }) {
  return (
    <Text size="sm" component="span">
      <Text span inherit fw={600}>
        {of.actor.kind === "system" ? "The store" : of.actor.name}
      </Text>{" "}
      {deedText(of, name)}
    </Text>
  );
}

function deedText({ action, before }: Entry, name = "a variant"): string {
  const [area = "", verb = ""] = action.split(".");
  if (action === "variant.remove") return `removed ${removedIn(before) ?? "a variant"}`;
  if (action === "variant.create") return `added ${name}`;
  if (action === "variant.edit") return `changed ${name}`;
  if (area === "image") return imageVerbs[verb] ?? action;
  const words = verbs[verb] ?? action;
  return area === "stock" ? `${words} of ${name}` : words;
}

/** What is gone is named by what was kept of it. */
function removedIn(before: Entry["before"]): string | undefined {
  const removed: unknown = before?.["variants"];
  const [first] = Array.isArray(removed) ? removed : [];
  return first ? variantName(first) : undefined;
}

/** Of a new thing everything is new: nobody reads that. */
function Changes({ of, valueText }: { of: Entry; valueText: Tell }) {
  const { before, after } = of;
  if (!before || !after || /\.(create|remove)$/.test(of.action)) {
    const archived = after?.["archived"] === true;
    return archived ? <Text size="sm">Kept in the archive, for other records refer to it.</Text> : null;
  }
  if (of.action.startsWith("stock.")) {
    return (
      <Text size="sm">
        {String(before["onHand"])} → {String(after["onHand"])} on hand at {valueText("locationId", after["locationId"])}
        {after["reason"] ? `: ${String(after["reason"])}` : ""}
      </Text>
    );
  }
  const fields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
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
              {fieldName(field)}
            </Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              {field in before && (
                <>
                  <Text span inherit c="dimmed" {...(!isEmpty(before[field]) && { td: "line-through" })}>
                    {valueText(field, before[field])}
                  </Text>
                  {" → "}
                </>
              )}
              {valueText(field, after[field])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
