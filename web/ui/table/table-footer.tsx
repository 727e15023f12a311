/** Below a list: which columns it shows, how many rows, and the pages before and after. */
import { ActionIcon, Button, Group, NativeSelect } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconColumns } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { whenIdle } from "../when-idle.tsx";
import type { ColumnChoice } from "./columns.ts";
import classes from "./table.module.css";
import { type PaginatedQuery, pageSizes } from "./use-paginated-query.ts";

const TableColumns = whenIdle(
  () => import("./table-columns.tsx"),
  <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconColumns size={14} />} disabled>
    Columns
  </Button>,
);

interface Props extends ColumnChoice {
  readonly pages: Pick<PaginatedQuery<never>, "pageSize" | "setPageSize" | "previousPage" | "nextPage">;
}

export function TableFooter({ columns, visible, setVisible, pages }: Props) {
  return (
    <Group justify="space-between" mt="xs" gap="xs" className={classes["footer"] ?? ""}>
      <TableColumns columns={columns} visible={visible} setVisible={setVisible} />
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          data={pageSizes.map((value) => ({ value, label: `${value} rows` }))}
          value={String(pages.pageSize)}
          onChange={(event) => pages.setPageSize(event.currentTarget.value)}
        />
        <PageButton label="Previous page" keys="[" onClick={pages.previousPage} icon={<IconChevronLeft size={16} />} />
        <PageButton label="Next page" keys="]" onClick={pages.nextPage} icon={<IconChevronRight size={16} />} />
      </Group>
    </Group>
  );
}

interface PageButtonProps {
  readonly label: string;
  readonly keys: string;
  /** Null where there is no such page. */
  readonly onClick: (() => void) | null;
  readonly icon: ReactNode;
}

function PageButton({ label, keys, onClick, icon }: PageButtonProps) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={!onClick}
      onClick={() => onClick?.()}
    >
      {icon}
    </ActionIcon>
  );
}
