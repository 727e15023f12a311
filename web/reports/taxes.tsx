/** Taxes on sales, by rate. */
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar } from "../ui/filters/filters.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Rate = Answer<typeof reportApi.taxes>["rates"][number];

export default function TaxReport() {
  const { values, set, clear, isFiltered } = useFilters(rangeParams);
  const range = useRange(values);
  const query = useApiQuery(reportApi.taxes, range);
  const report = query.data;
  const columns = columnsFor(range);
  return (
    <Page
      title="Taxes"
      actions={
        report && <CsvButton file={`taxes-${report.from}-${report.to}.csv`} columns={columns} rows={report.rates} />
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} onChange={set} comparable={false} />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && report.rates.length === 0 && <EmptyPeriod of="sales" range={range} onChange={set} />}
      {report && report.rates.length > 0 && (
        <Card title="By rate">
          <FigureTable
            label="Taxes by rate"
            columns={columns}
            rows={report.rates}
            rowKey={({ basisPoints }) => String(basisPoints)}
            total={{ basisPoints: 0, ...report.total }}
          />
        </Card>
      )}
    </Page>
  );
}

const rateText = ({ basisPoints }: Rate) => `${basisPoints / 100}%`;

const columnsFor = (range: { from: string; to: string }): readonly FigureColumn<Rate>[] => [
  {
    title: "Rate",
    value: rateText,
    cell: (rate) => (
      <TextLink
        to="/reports/orders"
        search={{ figure: "tax", basisPoints: String(rate.basisPoints), ...range }}
        size="sm"
      >
        {rateText(rate)}
      </TextLink>
    ),
  },
  { title: "Taxable amount", value: ({ taxed }) => taxed },
  { title: "Tax", value: ({ tax }) => tax },
];
