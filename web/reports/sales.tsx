/** Sales by day, week or month, compared with the previous period. */
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { shortDateText } from "../ui/format/dates.ts";
import { majorUnits, moneyText } from "../ui/format/money.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { enumParam, useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { Figures } from "./figures.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { ReportChart } from "./report-chart.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Sales = Answer<typeof reportApi.sales>;
type Period = Sales["periods"][number];

const params = { ...rangeParams, by: enumParam(["week", "month"]) };

export default function SalesReport() {
  const { values, set, clear, isFiltered } = useFilters(params);
  const range = useRange(values);
  const by = values.by ?? "day";
  const query = useApiQuery(reportApi.sales, { ...range, by, compare: values.compare ?? false });
  const report = query.data;
  return (
    <Page
      title="Sales"
      actions={
        report && <CsvButton file={`sales-${report.from}-${report.to}.csv`} columns={columns} rows={report.periods} />
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} compare={values.compare} onChange={set} />
        <SelectFilter
          label="By"
          anyLabel="By day"
          value={values.by}
          onChange={(chosen) => set({ by: chosen })}
          options={[
            { value: "week", label: "By week" },
            { value: "month", label: "By month" },
          ]}
        />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && !hasMoved(report) && <EmptyPeriod of="sales" range={range} onChange={set} />}
      {report && hasMoved(report) && <Report report={report} />}
    </Page>
  );
}

/** Whether anything was sold, paid or refunded, in this period or the previous one. */
const hasMoved = ({ total, before }: Sales): boolean =>
  [total, ...(before ? [before.total] : [])].some(
    ({ orders, collected, refunded }) => orders > 0 || collected.amountMinor !== 0 || refunded.amountMinor !== 0,
  );

function Report({ report }: { report: Sales }) {
  const { total, before } = report;
  const past = before?.total;
  return (
    <>
      <Figures
        figures={[
          { label: "Sales", value: total.gross, before: past?.gross },
          { label: "Orders", value: total.orders, before: past?.orders },
          { label: "Units", value: total.units, before: past?.units },
          { label: "Collected", value: total.collected, before: past?.collected },
          { label: "Refunded", value: total.refunded, before: past?.refunded },
          { label: "Net", value: total.net, before: past?.net },
        ]}
      />
      <Card title={`${shortDateText(report.from)} – ${shortDateText(report.to)}`}>
        <SalesByPeriod report={report} />
      </Card>
      <Card title="Figures">
        <FigureTable
          label="Sales by period"
          columns={columns}
          rows={report.periods.toReversed()}
          rowKey={({ from }) => from}
          total={{ ...total, from: report.from, to: report.to }}
        />
      </Card>
    </>
  );
}

function SalesByPeriod({ report }: { report: Sales }) {
  const past = report.before?.periods;
  const label = past ? "Previous period" : null;
  return (
    <ReportChart
      label={`Sales from ${report.from} to ${report.to}: ${moneyText(report.total.gross)}`}
      kind={past ? "line" : "bar"}
      data={report.periods.map((period, index) => ({
        x: shortDateText(period.from),
        Sales: majorUnits(period.gross),
        ...(label && { [label]: past?.[index] ? majorUnits(past[index].gross) : 0 }),
      }))}
      series={[{ name: "Sales", color: "indigo.6" }, ...(label ? [{ name: label, color: "gray.5" }] : [])]}
      currency={report.currency}
    />
  );
}

const periodText = ({ from, to }: Period) =>
  from === to ? shortDateText(from) : `${shortDateText(from)} – ${shortDateText(to)}`;

const columns: readonly FigureColumn<Period>[] = [
  {
    title: "Period",
    // In the file with its year, which a spreadsheet would otherwise guess.
    value: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
    cell: (period) => (
      <TextLink to="/reports/orders" search={{ figure: "sales", from: period.from, to: period.to }} size="sm">
        {periodText(period)}
      </TextLink>
    ),
  },
  { title: "Orders", value: ({ orders }) => orders },
  { title: "Units", value: ({ units }) => units },
  { title: "Sales", value: ({ gross }) => gross },
  { title: "Discounts", value: ({ discount }) => discount },
  { title: "Shipping", value: ({ shipping }) => shipping },
  { title: "Taxes", value: ({ tax }) => tax },
  { title: "Collected", value: ({ collected }) => collected },
  { title: "Refunded", value: ({ refunded }) => refunded },
  { title: "Net", value: ({ net }) => net },
];
