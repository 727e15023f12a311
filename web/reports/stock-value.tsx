/** The cost of the stock on hand. */
import { Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { reportFile } from "#core/contract/values/report-file";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { dateIn } from "../ui/format/dates.ts";
import { Card } from "../ui/layout/card.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { SecondaryLink, TextLink } from "../ui/links/links.tsx";
import { enumParam, useFilters } from "../ui/url-state.ts";
import type { FigureColumn } from "./figure-rows.ts";
import { CsvButton, FigureTable } from "./figure-table.tsx";
import { Figures } from "./figures.tsx";

type Report = Answer<typeof reportApi.stockValue>;
type Item = Report["items"][number];

const params = { by: enumParam(["category", "vendor", "product"]) };

export default function StockValue() {
  const { values, set, clear, isFiltered } = useFilters(params);
  const by = values.by ?? "location";
  const query = useApiQuery(reportApi.stockValue, { by });
  const report = query.data;
  const { timeZone } = useSession().store;
  const figures = report && { columns, rows: report.items, total: totalOf(report), rowsMax: reportApi.groupsMax };
  return (
    <Page
      title="Stock value"
      actions={
        figures && <CsvButton file={reportFile("stock value", dateIn(new Date(report.at), timeZone))} {...figures} />
      }
    >
      <Text size="sm" c="dimmed" maw={720}>
        Units on hand, including reserved ones, at the current cost of their variants. For items running low, see{" "}
        <TextLink to="/stock/low" size="sm" underline="always">
          Low stock
        </TextLink>
        .
      </Text>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Group by"
          anyLabel="By location"
          value={values.by}
          onChange={(chosen) => set({ by: chosen })}
          options={[
            { value: "category", label: "By category" },
            { value: "vendor", label: "By vendor" },
            { value: "product", label: "By product" },
          ]}
        />
      </FilterBar>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {report && report.items.length === 0 && (
        <EmptyState
          title="Nothing is in stock"
          action={<SecondaryLink to="/stock/levels">See stock levels</SecondaryLink>}
        >
          Receive goods, or import a file of stock. Their value then appears here.
        </EmptyState>
      )}
      {figures && report.items.length > 0 && (
        <>
          <Figures
            figures={[
              { label: "Value", value: report.total.value },
              { label: "Units", value: report.total.units },
              { label: "Units without a cost", value: report.total.unitsWithoutCost },
            ]}
          />
          <Card title="By value">
            <FigureTable label="Stock value" rowKey={({ id }) => String(id)} {...figures} />
          </Card>
        </>
      )}
    </Page>
  );
}

const totalOf = ({ total }: Report): Item => ({ id: null, name: "Total", ...total });

const columns: readonly FigureColumn<Item>[] = [
  { title: "Name", value: ({ name }) => name ?? "None" },
  { title: "Units", value: ({ units }) => units },
  { title: "Value at cost", value: ({ value }) => value },
  { title: "Units without a cost", value: ({ unitsWithoutCost }) => unitsWithoutCost },
];
