/** How long orders have been waiting to be shipped. */
import { Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { reportFile } from "#core/contract/values/report-file";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { dateIn } from "../ui/format/dates.ts";
import { Card } from "../ui/layout/card.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { SecondaryLink, TextLink } from "../ui/links/links.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { ReportChart } from "./report-chart.tsx";

type Age = Answer<typeof reportApi.unfulfilled>["ages"][number];

export default function WaitingOrders() {
  const query = useApiQuery(reportApi.unfulfilled, {});
  const report = query.data;
  const { timeZone } = useSession().store;
  const total = report && totalOf(report.ages);
  return (
    <Page
      title="Waiting orders"
      actions={
        report && (
          <CsvButton
            file={reportFile("waiting", dateIn(new Date(report.at), timeZone))}
            columns={columns}
            rows={report.ages}
          />
        )
      }
    >
      <Text size="sm" c="dimmed" maw={720}>
        Orders still to be shipped, in whole or in part, by time since they were placed.{" "}
        <TextLink
          to="/orders"
          search={{ status: "confirmed,partiallyShipped", sort: "oldest" }}
          size="sm"
          underline="always"
        >
          Show them, oldest first
        </TextLink>
      </Text>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {total?.orders === 0 && (
        <EmptyState title="No order is waiting" action={<SecondaryLink to="/orders">See all orders</SecondaryLink>}>
          Everything that was ordered and paid has shipped.
        </EmptyState>
      )}
      {report && total && total.orders > 0 && (
        <Card title="By age">
          <ReportChart
            label={`${total.orders} orders waiting to ship`}
            data={report.ages.map((age) => ({
              x: ageText(age),
              Ready: age.ready,
              "Waiting for goods": age.backordered,
            }))}
            series={[
              { name: "Ready", color: "indigo.6" },
              { name: "Waiting for goods", color: "orange.6" },
            ]}
          />
          <FigureTable label="Waiting orders" columns={columns} rows={report.ages} rowKey={ageText} total={total} />
        </Card>
      )}
    </Page>
  );
}

function totalOf(ages: readonly Age[]): Age {
  const sum = (of: (age: Age) => number) => ages.reduce((all, age) => all + of(age), 0);
  return {
    ...{ daysFrom: 0, daysTo: null, orders: sum(({ orders }) => orders), ready: sum(({ ready }) => ready) },
    ...{ backordered: sum(({ backordered }) => backordered), units: sum(({ units }) => units) },
  };
}

function ageText({ daysFrom, daysTo }: Age): string {
  if (daysFrom === 0) return "Less than a day";
  if (daysTo === null) return `${daysFrom} days or more`;
  return daysFrom === daysTo ? `${daysFrom} ${daysFrom === 1 ? "day" : "days"}` : `${daysFrom} to ${daysTo} days`;
}

const columns: readonly FigureColumn<Age>[] = [
  { title: "Age", value: ageText },
  { title: "Orders", value: ({ orders }) => orders },
  { title: "Ready to ship", value: ({ ready }) => ready },
  { title: "Waiting for goods", value: ({ backordered }) => backordered },
  { title: "Units to ship", value: ({ units }) => units },
];
