import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly wideOnly?: true;
  /** What to find it by, as `data-up`, once what it has moved is elsewhere. */
  readonly name?: "up" | "down";
}

/** Moves something by one place. One that leads nowhere stays where it is, faintly. */
export function Arrow({ label, disabled, onClick, children, wideOnly, name }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      {...(disabled && { bg: "transparent" })}
      {...(wideOnly && { visibleFrom: "xs" })}
      {...(name && { [`data-${name}`]: true })}
    >
      {children}
    </ActionIcon>
  );
}
