/**
 * The changes to a customer and who made them. For personal data, only the names of the changed fields are recorded.
 */
import { List, Text } from "@mantine/core";
import * as customerApi from "#core/contract/customer";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import type { Customer } from "./customer-form.tsx";

const done: Readonly<Record<string, string>> = {
  "customer.create": "Added",
  "customer.edit": "Edited",
  "customer.merge": "Merged",
  "customer.erase": "Erased",
};

export function CustomerHistory({ id }: { id: Customer["id"] }) {
  const query = useApiQuery(customerApi.history, { id });
  const items = query.data?.items ?? [];
  return (
    <Card title="History">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          Created by an order. Not changed since.
        </Text>
      )}
      <List size="sm" listStyleType="none">
        {items.map(({ id: entry, action, at, actor, after }) => (
          <List.Item key={entry}>
            {done[action] ?? action} by {actor.name}, <DateTime value={at} inSentence />
            {Array.isArray(after?.["changed"]) && `: ${after["changed"].join(", ")}`}
            {typeof after?.["merged"] === "string" && <Merged says=": " with={after["merged"]} />}
            {typeof after?.["mergedInto"] === "string" && <Merged says=" into " with={after["mergedInto"]} />}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

/** The log has only an id: a name in it could not be erased. */
function Merged({ says, with: other }: { says: string; with: string }) {
  const query = useApiQuery(customerApi.read, { id: other as Customer["id"] }); // written by the merge
  return (
    <>
      {says}
      <EntityLink id={other}>{query.data?.name || "another customer"}</EntityLink>
    </>
  );
}
