/** Above a list: its columns and its row density. */
import { Button, Checkbox, Menu } from "@mantine/core";
import { Columns3Icon } from "../icons.ts";
import type { ColumnChoice } from "./columns.ts";

interface Props extends ColumnChoice {
  readonly compact: boolean;
  readonly setCompact: (compact: boolean) => void;
  /** Null if all widths are automatic. */
  readonly resetWidths: (() => void) | null;
}

export default function TableTools({ columns, visible, setVisible, compact, setCompact, resetWidths }: Props) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<Columns3Icon size={14} />}>
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
        <Menu.Divider />
        <Menu.Item component="div" role="presentation">
          <Checkbox
            size="xs"
            label="Compact rows"
            checked={compact}
            onChange={(event) => setCompact(event.currentTarget.checked)}
          />
        </Menu.Item>
        {resetWidths && <Menu.Item onClick={resetWidths}>Automatic widths</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
