/** Payments and refunds, by payment method. */
import { Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { paymentMethodText } from "../orders/labels.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar } from "../ui/filters/filters.tsx";
import { Amount } from "../ui/format/format.tsx";
import { majorUnits, moneyText } from "../ui/format/money.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { Figures } from "./figures.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { ReportChart } from "./report-chart.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Money = Answer<typeof reportApi.payments>;
type Method = Money["methods"][number];

export default function MoneyReport() {
  const { values, set, clear, isFiltered } = useFilters(rangeParams);
  const range = useRange(values);
  const query = useApiQuery(reportApi.payments, { ...range, compare: values.compare ?? false });
  const report = query.data;
  const columns = columnsFor(range);
  return (
    <Page
      title="Money in and out"
      actions={
        report && <CsvButton file={`money-${report.from}-${report.to}.csv`} columns={columns} rows={report.methods} />
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} compare={values.compare} onChange={set} />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && (
        <>
          <Figures
            figures={[
              { label: "Collected", value: report.total.collected, before: report.before?.total.collected },
              { label: "Refunded", value: report.total.refunded, before: report.before?.total.refunded },
              { label: "Net", value: report.total.net, before: report.before?.total.net },
            ]}
          />
          <Card title="By payment method">
            {report.methods.length === 0 ? (
              <EmptyPeriod of="payments or refunds" range={range} onChange={set} />
            ) : (
              <>
                <ReportChart
                  label={`Collected ${moneyText(report.total.collected)}, refunded ${moneyText(report.total.refunded)}`}
                  data={report.methods.map((method) => ({
                    x: nameOf(method),
                    Collected: majorUnits(method.collected),
                    Refunded: majorUnits(method.refunded),
                  }))}
                  series={[
                    { name: "Collected", color: "indigo.6" },
                    { name: "Refunded", color: "orange.6" },
                  ]}
                  currency={report.currency}
                />
                <FigureTable
                  label="Money by payment method"
                  columns={columns}
                  rows={report.methods}
                  rowKey={nameOf}
                  total={totalOf(report)}
                />
                {report.methods.some(({ mode }) => mode === "test") && (
                  <Text size="sm" c="dimmed" mt="xs">
                    Payments and refunds in test mode are not in the totals.
                  </Text>
                )}
              </>
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

const nameOf = ({ method, mode }: Method) => `${paymentMethodText(method)}${mode === "test" ? " (test mode)" : ""}`;

/** Payments in test mode are not counted in totals. */
function totalOf({ methods, total }: Money): Method {
  const live = methods.filter(({ mode }) => mode === "live");
  const sum = (of: (method: Method) => number) => live.reduce((all, method) => all + of(method), 0);
  const counts = { payments: sum(({ payments }) => payments), refunds: sum(({ refunds }) => refunds) };
  return { method: "Total", mode: "live", ...counts, ...total };
}

const columnsFor = (range: { from: string; to: string }): readonly FigureColumn<Method>[] => [
  { title: "Payment method", value: nameOf },
  { title: "Payments", value: ({ payments }) => payments },
  {
    title: "Collected",
    value: ({ collected }) => collected,
    cell: ({ method, mode, collected }) => (
      <TextLink to="/reports/orders" search={{ figure: "collected", method, mode, ...range }} size="sm">
        <Amount value={collected} />
      </TextLink>
    ),
  },
  { title: "Refunds", value: ({ refunds }) => refunds },
  {
    title: "Refunded",
    value: ({ refunded }) => refunded,
    cell: ({ method, mode, refunded }) => (
      <TextLink to="/reports/orders" search={{ figure: "refunded", method, mode, ...range }} size="sm">
        <Amount value={refunded} />
      </TextLink>
    ),
  },
  { title: "Net", value: ({ net }) => net },
];
