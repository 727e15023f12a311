/**
 * A coloured label for a state. Looks like Mantine's light badge, but is one plain element because lists have hundreds.
 */
import type { ReactNode } from "react";
import classes from "./badge.module.css";

interface Props {
  readonly color: string;
  /** Smaller and squarer: for a few words, which may wrap to a second line. */
  readonly wrap?: boolean;
  readonly children: ReactNode;
}

export function Badge({ color, wrap = false, children }: Props) {
  const style = {
    background: `var(--mantine-color-${color}-light)`,
    color: `var(--mantine-color-${color}-light-color)`,
  };
  return (
    <span className={wrap ? `${classes["badge"]} ${classes["wrap"]}` : classes["badge"]} style={style}>
      {children}
    </span>
  );
}
