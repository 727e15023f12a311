/** The discount codes: their value, validity and number of uses. */
import { Text } from "@mantine/core";
import * as discountApi from "#core/contract/discount";
import { Badge } from "../ui/badge.tsx";
import { SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { percentText } from "../ui/forms/parse-input.ts";
import { archivedFilter, RecordList } from "../ui/records/record-list.tsx";
import type { Column } from "../ui/table/columns.ts";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { booleanParam, idParam, textParam, useFilters } from "../ui/url-state.ts";
import { EditDiscount, NewDiscount } from "./discount-form.tsx";
import type { Discount } from "./types.ts";

const params = { ...archivedFilter, q: textParam, active: booleanParam };

function discountText({ kind, basisPoints, amount }: Discount): string {
  if (kind === "percentage") return `${percentText(basisPoints ?? 0)}% off`;
  if (kind === "fixed") return amount ? `${moneyText(amount)} off` : "";
  return "Free shipping";
}

function StateBadge({ discount }: { discount: Discount }) {
  const now = Date.now();
  const { active, archivedAt, startsAt, endsAt, usageLimit, used } = discount;
  if (archivedAt) return <Badge color="orange">Archived</Badge>;
  if (!active) return <Badge color="gray">Inactive</Badge>;
  if (endsAt && Date.parse(endsAt) <= now) return <Badge color="gray">Expired</Badge>;
  if (usageLimit !== null && used >= usageLimit) return <Badge color="gray">Used up</Badge>;
  if (startsAt && Date.parse(startsAt) > now) return <Badge color="blue">Scheduled</Badge>;
  return <Badge color="green">Active</Badge>;
}

const columns: readonly Column<Discount>[] = [
  { id: "code", title: "Code", cell: ({ code }) => <span style={{ overflowWrap: "anywhere" }}>{code}</span> },
  { id: "state", title: "Status", unlabeled: true, cell: (row) => <StateBadge discount={row} /> },
  { id: "discount", title: "Discount", unlabeled: true, cell: discountText },
  {
    id: "minimum",
    title: "Minimum order",
    align: "right",
    cell: ({ minimum }) => (minimum.amountMinor > 0 ? moneyText(minimum) : "none"),
  },
  {
    id: "used",
    title: "Used",
    align: "right",
    cell: ({ used, usageLimit }) => (usageLimit === null ? used : `${used} of ${usageLimit}`),
  },
  {
    id: "starts",
    title: "Starts",
    hiddenByDefault: true,
    cell: ({ startsAt }) => <DateTime value={startsAt} dimmed />,
  },
  { id: "ends", title: "Ends", cell: ({ endsAt }) => (endsAt ? <DateTime value={endsAt} dimmed /> : "never") },
];

export default function Discounts() {
  const filters = useFilters(params);
  const { values, set } = filters;
  return (
    <RecordList
      title="Discounts"
      noun="discount"
      operations={discountApi}
      parseId={idParam("dis")}
      pages={usePaginatedQuery(discountApi.list, values)}
      columns={columns}
      filters={filters}
      search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Code" />}
      moreFilters={
        <SelectFilter
          label="Status"
          anyLabel="Active and inactive"
          value={values.active === undefined ? undefined : values.active ? "active" : "inactive"}
          onChange={(state) => set({ active: state && state === "active" })}
          options={[
            { value: "active", label: "Active" },
            { value: "inactive", label: "Inactive" },
          ]}
        />
      }
      emptyText="Customers enter a code at checkout to get the discount."
      describe={(record) => `${record.code}: ${discountText(record)}`}
      renderNew={(onClose) => <NewDiscount onClose={onClose} />}
    >
      {(discount, onClose) =>
        discount.archivedAt === null ? (
          <EditDiscount discount={discount} onClose={onClose} />
        ) : (
          <Text size="sm">
            {discount.code} is archived. Its discount was: {discountText(discount)}.
          </Text>
        )
      }
    </RecordList>
  );
}
