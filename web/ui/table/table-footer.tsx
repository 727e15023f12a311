/** Below a list: the number of rows per page, and the previous and next page. */
import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { ChevronLeftIcon, ChevronRightIcon } from "../icons.ts";
import classes from "./table.module.css";
import { type PaginatedQuery, pageSizes } from "./use-paginated-query.ts";

interface Props {
  readonly pages: Pick<PaginatedQuery<never>, "pageSize" | "setPageSize" | "previousPage" | "nextPage">;
}

export function TableFooter({ pages }: Props) {
  return (
    <Group justify="flex-end" mt="xs" gap="xs" className={`no-print ${classes["footer"]}`}>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          data={pageSizes.map((value) => ({ value, label: `${value} rows` }))}
          value={String(pages.pageSize)}
          onChange={(event) => pages.setPageSize(event.currentTarget.value)}
        />
        <PageButton label="Previous page" keys="[" onClick={pages.previousPage} icon={<ChevronLeftIcon size={16} />} />
        <PageButton label="Next page" keys="]" onClick={pages.nextPage} icon={<ChevronRightIcon size={16} />} />
      </Group>
    </Group>
  );
}

interface PageButtonProps {
  readonly label: string;
  readonly keys: string;
  /** Null if there is no such page. */
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
