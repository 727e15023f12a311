/** Below a list: which columns it shows, how many rows, and the pages before and after. */
import { ActionIcon, Button, Checkbox, Group, Menu, NativeSelect, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconColumns } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./table.module.css";
import { type PaginatedQuery, pageSizes } from "./use-paginated-query.ts";

interface Props {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** By the column's id; a column that is not in it is shown. */
  readonly visible: Readonly<Record<string, boolean>>;
  readonly setVisible: (visible: Record<string, boolean>) => void;
  readonly pages: Pick<PaginatedQuery<never>, "pageSize" | "setPageSize" | "previousPage" | "nextPage">;
}

export function TableFooter({ columns, visible, setVisible, pages }: Props) {
  return (
    <Group justify="space-between" mt="xs" gap="xs" className={classes["footer"] ?? ""}>
      <Menu closeOnItemClick={false} position="top-start">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconColumns size={14} />}>
            Columns
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.slice(1).map(({ id, title }) => (
            <Menu.Item key={id} component="div" role="presentation">
              <Checkbox
                size="xs"
                label={title}
                checked={visible[id] ?? true}
                onChange={(event) => setVisible({ ...visible, [id]: event.currentTarget.checked })}
              />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
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
    <Tooltip label={`${label} (${keys})`} openDelay={500}>
      <ActionIcon variant="default" aria-label={label} disabled={!onClick} onClick={() => onClick?.()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
