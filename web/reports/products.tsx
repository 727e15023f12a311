/** The best-selling products. */
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { Amount } from "../ui/format/format.tsx";
import { majorUnits } from "../ui/format/money.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { enumParam, useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { ReportChart } from "./report-chart.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Products = Answer<typeof reportApi.products>;
type Item = Products["items"][number];

const params = { ...rangeParams, by: enumParam(["variant"]), sort: enumParam(["units"]) };
const shown = 100;
const drawn = 15;

export default function ProductsReport() {
  const { values, set, clear, isFiltered } = useFilters(params);
  const range = useRange(values);
  const { by = "product", sort = "revenue", compare = false } = values;
  const query = useApiQuery(reportApi.products, { ...range, by, sort, compare, limit: shown });
  const report = query.data;
  const figures = report && {
    columns: columnsFor(range, by === "variant", report.before != null),
    rows: report.items,
    total: totalOf(report),
    rowsMax: shown,
  };
  return (
    <Page
      title="Top products"
      actions={figures && <CsvButton file={`products-${report.from}-${report.to}.csv`} {...figures} />}
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <RangeFilters range={range} compare={values.compare} onChange={set} />
        <SelectFilter
          label="Group by"
          anyLabel="By product"
          value={values.by}
          onChange={(chosen) => set({ by: chosen })}
          options={[{ value: "variant", label: "By variant" }]}
        />
        <SelectFilter
          label="Order"
          anyLabel="Most revenue first"
          value={values.sort}
          onChange={(chosen) => set({ sort: chosen })}
          options={[{ value: "units", label: "Most units first" }]}
        />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && report.items.length === 0 && <EmptyPeriod of="sales" range={range} onChange={set} />}
      {figures && report.items.length > 0 && (
        <Card title={sort === "units" ? "By units" : "By revenue"}>
          <ReportChart
            label="Best-selling products"
            data={report.items.slice(0, drawn).map((item) => ({
              x: nameOf(item),
              ...(sort === "units" ? { Units: item.units } : { Revenue: majorUnits(item.revenue) }),
            }))}
            series={[{ name: sort === "units" ? "Units" : "Revenue", color: "indigo.6" }]}
            {...(sort === "units" ? {} : { currency: report.currency })}
          />
          <FigureTable
            label="Top products"
            rowKey={({ productId, variantId }) => variantId ?? productId}
            {...figures}
          />
        </Card>
      )}
    </Page>
  );
}

const nameOf = ({ title, sku }: Item) => (sku ? `${title} (${sku})` : title);

function totalOf({ items, total }: Products): Item | undefined {
  const [first] = items;
  return first && { ...first, ...total, title: "Total", sku: "", unitsBefore: null, revenueBefore: null };
}

const columnsFor = (
  range: { from: string; to: string },
  withSku: boolean,
  compared: boolean,
): readonly FigureColumn<Item>[] => [
  {
    title: "Product",
    value: ({ title }) => title,
    cell: ({ productId, title }) => (
      <TextLink to="/products/$id" params={{ id: productId }} size="sm">
        {title}
      </TextLink>
    ),
  },
  ...(withSku ? [{ title: "SKU", value: ({ sku }: Item) => sku ?? "" }] : []),
  { title: "Units", value: ({ units }) => units },
  ...(compared ? [{ title: "Units, previous period", value: ({ unitsBefore }: Item) => unitsBefore }] : []),
  {
    title: "Revenue",
    value: ({ revenue }) => revenue,
    cell: ({ productId, variantId, revenue }) => (
      <TextLink
        to="/reports/orders"
        search={{ figure: "product", ...(variantId ? { variantId } : { productId }), ...range }}
        size="sm"
      >
        <Amount value={revenue} />
      </TextLink>
    ),
  },
  ...(compared ? [{ title: "Revenue, previous period", value: ({ revenueBefore }: Item) => revenueBefore }] : []),
];
