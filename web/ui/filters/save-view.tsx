/** Gives the filters that are set a name. */
import { Button, Group, Popover, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmarkPlus } from "@tabler/icons-react";
import { useState } from "react";

export default function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [name, setName] = useState("");
  return (
    <Popover opened={opened} onClose={close} trapFocus position="bottom-start">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconBookmarkPlus size={14} />} onClick={toggle}>
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!name.trim()) return;
            onSave(name.trim());
            setName("");
            close();
          }}
        >
          <Group gap="xs" align="end">
            <TextInput
              size="xs"
              label="View name"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit">
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
