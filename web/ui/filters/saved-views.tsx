/** Views: filters under a name. Some come with the screen, others one saves for oneself; they are kept in this browser. */
import { ActionIcon, Button, Group, Popover, TextInput, UnstyledButton } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { IconBookmarkPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useUrlState } from "../url-state.ts";
import classes from "./saved-views.module.css";

export interface View {
  readonly name: string;
  /** The address's filters, as text. */
  readonly search: Readonly<Record<string, string>>;
}

interface Props {
  /** What is listed: the saved ones are kept under it. */
  readonly of: string;
  /** Those that come with the screen; the first one is "all". */
  readonly views: readonly View[];
  /** The names of the filters that a view holds. */
  readonly filters: readonly string[];
}

export function Views({ of, views, filters }: Props) {
  const [search, setSearch] = useUrlState();
  const [saved, setSaved] = useLocalStorage<View[]>({
    key: `views.${of}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const now = Object.fromEntries(filters.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const isNow = (view: View) => filters.every((name) => (view.search[name] ?? "") === (now[name] ?? ""));
  const show = (view: View) =>
    setSearch({ ...Object.fromEntries(filters.map((name) => [name, view.search[name]])), cursor: undefined });
  const known = [...views, ...saved].some(isNow);
  return (
    <Group gap={4} role="group" aria-label="Views" className={classes["views"]}>
      {views.map((view) => (
        <Tab key={view.name} name={view.name} active={isNow(view)} onClick={() => show(view)} />
      ))}
      {saved.map((view) => (
        <Group key={view.name} gap={0} wrap="nowrap">
          <Tab name={view.name} active={isNow(view)} onClick={() => show(view)} />
          {isNow(view) && (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Forget the view ${view.name}`}
              onClick={() => setSaved(saved.filter(({ name }) => name !== view.name))}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!known && (
        <Save onSave={(name) => setSaved([...saved.filter((view) => view.name !== name), { name, search: now }])} />
      )}
    </Group>
  );
}

function Tab({ name, active, onClick }: { name: string; active: boolean; onClick: () => void }) {
  return (
    <UnstyledButton className={classes["tab"]} aria-pressed={active} onClick={onClick}>
      {name}
    </UnstyledButton>
  );
}

function Save({ onSave }: { onSave: (name: string) => void }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [name, setName] = useState("");
  return (
    <Popover opened={opened} onClose={close} trapFocus position="bottom-start">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconBookmarkPlus size={14} />} onClick={toggle}>
          Save this view
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
              label="What to call it"
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
