import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly hideOnPhone?: true;
  /** Sets a data attribute, such as `data-up`, to find the button by after its item has moved. */
  readonly name?: "up" | "down";
}

/** Moves something by one position. At the end of the list it is disabled, but still visible. */
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
