/** Returns, by product and reason. */
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { enumParam, useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Item = Answer<typeof reportApi.returned>["items"][number];
type By = "product" | "reason" | "productAndReason";

const params = { ...rangeParams, by: enumParam(["product", "reason"]) };

export default function ReturnsReport() {
  const { values, set, clear, isFiltered } = useFilters(params);
  const range = useRange(values);
  const by = values.by ?? "productAndReason";
  const query = useApiQuery(reportApi.returned, { ...range, by });
  const report = query.data;
  const figures = report && {
    columns: columnsFor(by, range),
    rows: report.items,
    total: { productId: null, title: "", reason: "", ...report.total },
    rowsMax: reportApi.groupsMax,
  };
  return (
    <Page
      title="Returned goods"
      actions={figures && <CsvButton file={`returns-${report.from}-${report.to}.csv`} {...figures} />}
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} onChange={set} comparable={false} />
        <SelectFilter
          label="Group by"
          anyLabel="By product and reason"
          value={values.by}
          onChange={(chosen) => set({ by: chosen })}
          options={[
            { value: "product", label: "By product" },
            { value: "reason", label: "By reason" },
          ]}
        />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && report.items.length === 0 && <EmptyPeriod of="returns" range={range} onChange={set} />}
      {figures && report.items.length > 0 && (
        <Card title="Returned">
          <FigureTable
            label="Returned goods"
            rowKey={({ productId, reason }) => `${productId} ${reason}`}
            {...figures}
          />
        </Card>
      )}
    </Page>
  );
}

function columnsFor(by: By, range: { from: string; to: string }): readonly FigureColumn<Item>[] {
  const search = ({ productId, reason }: Item) => ({
    ...{ figure: "returned", ...range },
    ...(productId && { productId }),
    ...(by !== "product" && { reason: reason ?? "" }),
  });
  return [
    ...(by === "reason" ? [] : [{ title: "Product", value: ({ title }: Item) => title ?? "" }]),
    ...(by === "product" ? [] : [{ title: "Reason", value: ({ reason }: Item) => reason ?? "No reason given" }]),
    {
      title: "Units",
      value: ({ units }) => units,
      cell: (item) => (
        <TextLink to="/reports/orders" search={search(item)} size="sm">
          {item.units.toLocaleString()}
        </TextLink>
      ),
    },
    { title: "Returns", value: ({ returns }) => returns },
    { title: "Back in stock", value: ({ restocked }) => restocked },
  ];
}
