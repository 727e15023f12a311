/** Under a list: which columns it shows, how many rows, and the pages before and after. */
import { ActionIcon, Button, Checkbox, Group, Menu, NativeSelect, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconColumns } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./table.module.css";
import { type Pages, sizes } from "./use-paginated-query.ts";

interface Props {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** By the column's id; one that is not named is shown. */
  readonly shown: Readonly<Record<string, boolean>>;
  readonly setShown: (shown: Record<string, boolean>) => void;
  readonly pages: Pick<Pages<never>, "limit" | "setLimit" | "back" | "forward">;
}

export function Foot({ columns, shown, setShown, pages }: Props) {
  return (
    <Group justify="space-between" mt="xs" gap="xs" className={classes["foot"] ?? ""}>
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
                checked={shown[id] ?? true}
                onChange={(event) => setShown({ ...shown, [id]: event.currentTarget.checked })}
              />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label="Rows on a page"
          data={sizes.map((value) => ({ value, label: `${value} rows` }))}
          value={String(pages.limit)}
          onChange={(event) => pages.setLimit(event.currentTarget.value)}
        />
        <Turn label="Previous page" keys="[" turn={pages.back} icon={<IconChevronLeft size={16} />} />
        <Turn label="Next page" keys="]" turn={pages.forward} icon={<IconChevronRight size={16} />} />
      </Group>
    </Group>
  );
}

function Turn({
  label,
  keys,
  turn,
  icon,
}: {
  label: string;
  keys: string;
  turn: (() => void) | null;
  icon: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${keys})`} openDelay={500}>
      <ActionIcon variant="default" aria-label={label} disabled={!turn} onClick={() => turn?.()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
