/** Discount codes: what each is worth, when, and how often it has been used. */
import { Text } from "@mantine/core";
import * as discountApi from "#core/contract/discount";
import type { Discount } from "../products/labels.ts";
import { Tag } from "../ui/badge.tsx";
import { ChoiceFilter, SearchFilter } from "../ui/filters/filters.tsx";
import { When } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { percentText } from "../ui/forms/parse-input.ts";
import { archivedToo, RecordList } from "../ui/records/record-list.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { booleanParam, idParam, textParam, useFilters } from "../ui/url-state.ts";
import { EditDiscount, NewDiscount } from "./discount-form.tsx";

const fields = { ...archivedToo, q: textParam, active: booleanParam };

function worthText({ kind, basisPoints, amount }: Discount): string {
  if (kind === "percentage") return `${percentText(basisPoints ?? 0)} % off`;
  if (kind === "fixed") return amount ? `${moneyText(amount)} off` : "";
  return "Free shipping";
}

function State({ of }: { of: Discount }) {
  const now = Date.now();
  const { active, archivedAt, startsAt, endsAt, usageLimit, used } = of;
  if (archivedAt) return <Tag color="orange">Archived</Tag>;
  if (!active) return <Tag color="gray">Off</Tag>;
  if (endsAt && Date.parse(endsAt) <= now) return <Tag color="gray">Over</Tag>;
  if (usageLimit !== null && used >= usageLimit) return <Tag color="gray">Used up</Tag>;
  if (startsAt && Date.parse(startsAt) > now) return <Tag color="blue">Not yet</Tag>;
  return <Tag color="green">Valid</Tag>;
}

const columns: readonly Column<Discount>[] = [
  { id: "code", title: "Code", cell: ({ code }) => <span style={{ overflowWrap: "anywhere" }}>{code}</span> },
  { id: "state", title: "State", plain: true, cell: (row) => <State of={row} /> },
  { id: "worth", title: "Worth", plain: true, cell: worthText },
  {
    id: "minimum",
    title: "From",
    align: "right",
    cell: ({ minimum }) => (minimum.amountMinor > 0 ? moneyText(minimum) : "any order"),
  },
  {
    id: "used",
    title: "Used",
    align: "right",
    cell: ({ used, usageLimit }) => (usageLimit === null ? used : `${used} of ${usageLimit}`),
  },
  { id: "starts", title: "Starts", aside: true, cell: ({ startsAt }) => <When at={startsAt} dimmed /> },
  { id: "ends", title: "Ends", cell: ({ endsAt }) => (endsAt ? <When at={endsAt} dimmed /> : "never") },
];

export default function Discounts() {
  const filters = useFilters(fields);
  const { values, set } = filters;
  return (
    <RecordList
      title="Discounts"
      one="discount"
      ops={discountApi}
      isId={idParam("dis")}
      pages={usePages(discountApi.list, values)}
      columns={columns}
      filters={filters}
      search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Code" />}
      others={
        <ChoiceFilter
          label="State"
          none="On and off"
          value={values.active === undefined ? undefined : values.active ? "on" : "off"}
          onChange={(state) => set({ active: state && state === "on" })}
          options={[
            { value: "on", label: "On" },
            { value: "off", label: "Off" },
          ]}
        />
      }
      purpose="Customers type its code; what it takes off is worked out by the store."
      told={(record) => `${record.code}: ${worthText(record)}`}
      fresh={(close) => <NewDiscount close={close} />}
    >
      {(record, close) =>
        record.archivedAt === null ? (
          <EditDiscount of={record} close={close} />
        ) : (
          <Text size="sm">
            {record.code} is archived: orders still say it. It gave {worthText(record)}.
          </Text>
        )
      }
    </RecordList>
  );
}
