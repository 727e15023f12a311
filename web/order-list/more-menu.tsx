/** What can be done with all orders that the list is filtered to: a picking sheet, a file. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconClipboardList, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { useSession } from "../api/session.tsx";
import { balanceOptions, paymentBadges, statusBadges } from "../orders/labels.ts";
import type { OrderRow } from "../orders/types.ts";
import { toCsv } from "../ui/csv.ts";
import { download } from "../ui/download.ts";
import { majorUnitsText } from "../ui/format/money.ts";
import { MenuLink } from "../ui/links.tsx";
import { toastError } from "../ui/toast.tsx";

type Input = Omit<Asked<typeof orderApi.list>, "cursor" | "limit">;

export function MoreMenu({ input }: { input: Input }) {
  const { can } = useSession();
  const canExport = can(orderApi.exportList);
  const [rows, setRows] = useState<number | null>(null);
  const { sort: _, ...filters } = input;
  const exportCsv = async () => {
    setRows(0);
    try {
      await callApi(orderApi.exportList, filters);
      const orders = await fetchAllPages(orderApi.list, input, { onPage: setRows });
      download(`orders-${new Date().toISOString().slice(0, 10)}.csv`, toCsv([csvTitles, ...orders.map(csvRow)]));
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setRows(null);
    }
  };
  if (!canExport && !can(orderApi.pickingSheet)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={rows !== null} rightSection={<IconChevronDown size={14} />}>
          {rows ? `${rows} rows …` : "More"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {can(orderApi.pickingSheet) && (
          <MenuLink
            leftSection={<IconClipboardList size={15} />}
            to="/orders/picking"
            search={Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))}
          >
            Picking sheet for these orders
          </MenuLink>
        )}
        {canExport && (
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={exportCsv}>
            Export as CSV
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const csvTitles = [
  "number",
  "placedAt",
  "status",
  "payment",
  "name",
  "email",
  "phone",
  "channel",
  "units",
  "backordered",
  "total",
  "currency",
  "balance",
  "balanceAmount",
  "tags",
];

const csvRow = (row: OrderRow) => [
  row.number,
  row.createdAt,
  statusBadges[row.status][0],
  paymentBadges[row.paymentStatus][0],
  row.contact?.name ?? "",
  row.contact?.email ?? "",
  row.contact?.phone ?? "",
  row.channel ?? "",
  row.units,
  row.backordered,
  row.total ? majorUnitsText(row.total.amountMinor, row.total.currency) : "",
  row.total?.currency ?? "",
  balanceOptions.find(({ value }) => value === row.balance?.direction)?.label ?? "",
  row.balance ? majorUnitsText(row.balance.amount.amountMinor, row.balance.amount.currency) : "",
  row.tags.join(", "),
];
