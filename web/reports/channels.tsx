/** Sales by channel: shops, marketplaces, market stalls. */
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

type Channel = Answer<typeof reportApi.channels>["channels"][number];

export default function ChannelReport() {
  const { values, set, clear, isFiltered } = useFilters(rangeParams);
  const range = useRange(values);
  const query = useApiQuery(reportApi.channels, range);
  const report = query.data;
  const columns = columnsFor(range);
  return (
    <Page
      title="Sales by channel"
      actions={
        report && (
          <CsvButton file={`channels-${report.from}-${report.to}.csv`} columns={columns} rows={report.channels} />
        )
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} onChange={set} comparable={false} />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && report.channels.length === 0 && <EmptyPeriod of="sales" range={range} onChange={set} />}
      {report && report.channels.length > 0 && (
        <Card title="By channel">
          <FigureTable
            label="Sales by channel"
            columns={columns}
            rows={report.channels}
            rowKey={({ code }) => code ?? ""}
            total={{ code: null, name: null, ...report.total }}
          />
        </Card>
      )}
    </Page>
  );
}

const nameOf = ({ code, name }: Channel) => (code === null ? "No channel" : (name ?? code));

const columnsFor = ({ from, to }: { from: string; to: string }): readonly FigureColumn<Channel>[] => [
  {
    title: "Channel",
    value: nameOf,
    cell: (channel) =>
      channel.code === null ? (
        nameOf(channel)
      ) : (
        <TextLink to="/orders" search={{ channel: channel.code, from, to }} size="sm">
          {nameOf(channel)}
        </TextLink>
      ),
  },
  { title: "Orders", value: ({ orders }) => orders },
  { title: "Units", value: ({ units }) => units },
  { title: "Sales", value: ({ gross }) => gross },
];
