/** Screens that belong together, side by side: links, so that each can be opened in a tab of its own. */
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./nav-tabs.module.css";

interface Tab {
  readonly name: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly active: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Group component="nav" aria-label={label} gap={4} className={classes["tabs"]}>
      {tabs.map(({ name, to, search, active }) => (
        <Link
          key={name}
          to={to}
          search={search ?? {}}
          // It would call the screen above a screen active as well.
          activeOptions={{ exact: true }}
          className={classes["tab"]}
          aria-current={active ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </Group>
  );
}
