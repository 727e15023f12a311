/** A state in a word, in its colour: the look of the library's light badge as one plain element, for lists have hundreds. */
import type { ReactNode } from "react";
import classes from "./badge.module.css";

interface Props {
  readonly color: string;
  /** Smaller and squarer: a few words, which may break over two lines. */
  readonly words?: boolean;
  readonly children: ReactNode;
}

export function Tag({ color, words = false, children }: Props) {
  const style = {
    background: `var(--mantine-color-${color}-light)`,
    color: `var(--mantine-color-${color}-light-color)`,
  };
  return (
    <span className={words ? `${classes["tag"]} ${classes["words"]}` : classes["tag"]} style={style}>
      {children}
    </span>
  );
}
