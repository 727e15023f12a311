/** Reports written in SQL. */
import { Alert, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { DateTime } from "../../ui/format/format.tsx";
import { PlusIcon } from "../../ui/icons.ts";
import { EmptyState, Page } from "../../ui/layout/page.tsx";
import { ButtonLink } from "../../ui/links/links.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../../ui/table/use-paginated-query.ts";
import { RunHistory } from "./run-history.tsx";

type Query = Answer<typeof reportApi.readQuery>;

export default function QueryList() {
  const { can } = useSession();
  const schema = useApiQuery(reportApi.readSchema, {});
  const pages = usePaginatedQuery(reportApi.listQueries, {});
  const newButton = can(reportApi.createQuery) && (
    <ButtonLink to="/reports/sql/$id" params={{ id: "new" }} leftSection={<PlusIcon size={16} />}>
      New report
    </ButtonLink>
  );
  return (
    <Page title="SQL reports" actions={newButton}>
      {schema.data && !schema.data.available && <OffAlert />}
      <DataTable
        name="reports"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyState title="No reports yet" action={newButton}>
            A report is one SELECT on views of the store’s orders, money and stock. Everybody who may see reports can
            run it.
          </EmptyState>
        }
      />
      <RunHistory queryId={null} />
    </Page>
  );
}

export function OffAlert() {
  return (
    <Alert color="yellow" title="Reports in SQL are off">
      <Text size="sm">
        They run as a separate database login that can read only their views, and this database has none. Allow the role
        that runs the migrations to create roles, then run the migrations again.
      </Text>
    </Alert>
  );
}

const rowLink = ({ id }: Query, rest: object) => <Link to="/reports/sql/$id" params={{ id }} {...rest} />;

const mornings = { day: "Each morning", monday: "On Mondays" } as const;

const columns: readonly Column<Query>[] = [
  { id: "name", title: "Report", cell: ({ name }) => name },
  { id: "description", title: "Description", unlabeled: true, cell: ({ description }) => description },
  { id: "schedule", title: "By email", cell: ({ schedule }) => (schedule ? mornings[schedule.every] : "–") },
  { id: "by", title: "Written by", cell: ({ createdBy }) => createdBy },
  { id: "updated", title: "Updated", cell: ({ updatedAt }) => <DateTime value={updatedAt} dimmed /> },
];
