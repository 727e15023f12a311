import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly hideOnPhone?: true;
  /** What to find it by, as `data-up`, once what it has moved is elsewhere. */
  readonly name?: "up" | "down";
}

/** Moves something by one position. At the end of a list it stays visible, but disabled. */
export function MoveButton({ label, disabled, onClick, children, hideOnPhone, name }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      {...(disabled && { bg: "transparent" })}
      {...(hideOnPhone && { visibleFrom: "xs" })}
      {...(name && { [`data-${name}`]: true })}
    >
      {children}
    </ActionIcon>
  );
}
