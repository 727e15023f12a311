/** A button of a filter bar that opens fields; its text is bold while they filter. */
import { Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";

interface Props {
  readonly text: string;
  /** What the button is called where that is more than its text. */
  readonly label?: string;
  readonly isFiltering: boolean;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

export function FilterPopover({ text, label, isFiltering, leftSection, rightSection, onClose, children }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false, onClose && { onClose });
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          fw={isFiltering ? 600 : 400}
          leftSection={leftSection}
          rightSection={rightSection}
          onClick={toggle}
          aria-label={label}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{typeof children === "function" ? children(close) : children}</Popover.Dropdown>
    </Popover>
  );
}
