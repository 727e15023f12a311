/** The side navigation: a group is open while one of its screens is shown, and its name links to its first screen. */
import { NavLink, Text } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { type NavItem, navItemAt } from "./navigation.ts";
import { navigationIcon } from "./navigation-icons.ts";

interface Props {
  readonly items: readonly NavItem[];
  /** Called when a screen has been chosen; not when a group has been opened, as its screens are yet to be chosen. */
  readonly onNavigate: () => void;
}

/** The settings are longer than most windows are high. */
const showLink = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest" });

const style = { borderRadius: "var(--mantine-radius-sm)" };

export function NavigationMenu({ items, onNavigate }: Props) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = navItemAt(items, path);
  const entries = Map.groupBy(items, ({ group, to }) => group ?? to);
  return [...entries.values()].map((grouped) => {
    const [first] = grouped;
    if (!first) return null;
    const Icon = navigationIcon(first);
    const isAlone = grouped.length === 1;
    const isOpen = !isAlone && grouped.some((item) => item === current);
    return (
      <div key={first.group ?? first.to}>
        <NavLink
          component={Link}
          to={first.to}
          label={isAlone ? first.label : first.group}
          leftSection={Icon && <Icon size={17} strokeWidth={1.7} />}
          // Its screen is marked instead; the router would also mark the group on its first screen.
          style={isOpen ? { ...style, background: "none", color: "inherit" } : style}
          activeOptions={{ exact: true }}
          {...(isAlone
            ? { active: first === current, "aria-current": first === current ? "page" : undefined, onClick: onNavigate }
            : { "aria-expanded": isOpen })}
        />
        {isOpen &&
          [...Map.groupBy(grouped, ({ section }) => section)].map(([section, sectionItems]) => (
            <div key={section ?? "all"}>
              {section && (
                <Text size="xs" c="dimmed" fw={600} pl={38} pt={8} pb={2}>
                  {section}
                </Text>
              )}
              {sectionItems.map((item) => (
                <NavLink
                  key={item.to}
                  {...(item === current && { ref: showLink })}
                  component={Link}
                  to={item.to}
                  label={item.inGroup ?? item.label}
                  activeOptions={{ exact: true }}
                  active={item === current}
                  aria-current={item === current ? "page" : undefined}
                  onClick={onNavigate}
                  pl={38}
                  style={style}
                />
              ))}
            </div>
          ))}
      </div>
    );
  });
}
