/** Which columns a list shows. */
import { Button, Checkbox, Menu } from "@mantine/core";
import { IconColumns } from "@tabler/icons-react";
import type { ColumnChoice } from "./columns.ts";

export default function TableColumns({ columns, visible, setVisible }: ColumnChoice) {
  return (
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
  );
}
