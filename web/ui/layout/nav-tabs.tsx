/** Tabs between screens that belong together. They are links, so that each can be opened in another browser tab. */
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./nav-tabs.module.css";

interface Tab {
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly active: boolean;
}

export function NavTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Group component="nav" aria-label={label} gap={4} className={classes["tabs"]}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          search={tab.search ?? {}}
          // Otherwise the router also counts a link to a parent path as active.
          activeOptions={{ exact: true }}
          className={classes["tab"]}
          aria-current={tab.active ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </Group>
  );
}
