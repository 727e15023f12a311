/** The orders behind a figure of a report. */
import { Link } from "@tanstack/react-router";
import type { Answer, Asked } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useSession } from "../api/session.tsx";
import { StatusBadge } from "../orders/badges.tsx";
import { FilterBar } from "../ui/filters/filters.tsx";
import { dateRangeText } from "../ui/format/dates.ts";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { Page } from "../ui/layout/page.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, textParam, useFilters } from "../ui/url-state.ts";
import { EmptyPeriod } from "./empty-period.tsx";
import { RangeFilters } from "./range-filters.tsx";
import { rangeParams, useRange } from "./use-range.ts";

type Row = Answer<typeof reportApi.orders>["items"][number];

const params = {
  from: rangeParams.from,
  to: rangeParams.to,
  figure: enumParam(reportApi.figures),
  method: textParam,
  mode: enumParam(reportApi.modes),
  productId: idParam("prd"),
  variantId: idParam("var"),
  basisPoints: (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined),
  reason: (text: string) => text,
};

const titles: Readonly<Record<Asked<typeof reportApi.orders>["figure"], string>> = {
  sales: "Orders placed",
  collected: "Payments",
  refunded: "Refunds",
  product: "Orders of the product",
  tax: "Taxed orders",
  returned: "Returns",
};

export default function OrdersBehind() {
  const { values, set, clear } = useFilters(params);
  const { timeZone } = useSession().store;
  const range = useRange(values);
  const figure = values.figure ?? "sales";
  const pages = usePaginatedQuery(reportApi.orders, { ...values, ...range, figure });
  return (
    <Page title={`${titles[figure]}: ${dateRangeText(range, timeZone)}`}>
      <FilterBar isFiltered={false} onClear={clear}>
        <RangeFilters range={range} onChange={set} comparable={false} />
      </FilterBar>
      <DataTable
        name="orders behind a figure"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={<EmptyPeriod of="orders" range={range} onChange={set} />}
      />
    </Page>
  );
}

const rowLink = ({ orderId }: Row, rest: object) => <Link to="/orders/$id" params={{ id: orderId }} {...rest} />;

const columns: readonly Column<Row>[] = [
  { id: "order", title: "Order", cell: ({ number }) => number },
  { id: "at", title: "When", cell: ({ at }) => <DateTime value={at} dimmed /> },
  { id: "status", title: "Status", unlabeled: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "units", title: "Units", align: "right", cell: ({ units }) => units ?? "–" },
  { id: "amount", title: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} /> },
];
