/** Views: filters under a name. Some come with the screen; the others a person saves, and this browser keeps them. */
import { ActionIcon, Group, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useUrlState } from "../url-state.ts";
import { whenIdle } from "../when-idle.tsx";
import classes from "./saved-views.module.css";

const SaveView = whenIdle(() => import("./save-view.tsx"), null);

export interface View {
  readonly name: string;
  /** The filters as search parameters of the URL. */
  readonly search: Readonly<Record<string, string>>;
}

interface Props {
  /** What is listed. The saved views are kept under this name. */
  readonly list: string;
  /** The views that come with the screen; the first one is "All". */
  readonly views: readonly View[];
  /** The names of the search parameters that a view holds. */
  readonly filters: readonly string[];
}

export function SavedViews({ list, views, filters }: Props) {
  const [search, setSearch] = useUrlState();
  const [saved, setSaved] = useLocalStorage<View[]>({
    key: `views.${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const current = Object.fromEntries(filters.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const isActive = (view: View) => filters.every((name) => (view.search[name] ?? "") === (current[name] ?? ""));
  const show = (view: View) =>
    setSearch({ ...Object.fromEntries(filters.map((name) => [name, view.search[name]])), cursor: undefined });
  const isKnown = [...views, ...saved].some(isActive);
  return (
    <Group gap={4} role="group" aria-label="Views" className={classes["views"]}>
      {views.map((view) => (
        <Tab key={view.name} name={view.name} active={isActive(view)} onClick={() => show(view)} />
      ))}
      {saved.map((view) => (
        <Group key={view.name} gap={0} wrap="nowrap">
          <Tab name={view.name} active={isActive(view)} onClick={() => show(view)} />
          {isActive(view) && (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => setSaved(saved.filter(({ name }) => name !== view.name))}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isKnown && (
        <SaveView
          onSave={(name) => setSaved([...saved.filter((view) => view.name !== name), { name, search: current }])}
        />
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
