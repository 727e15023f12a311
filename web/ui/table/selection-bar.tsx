/** The number of selected rows on all pages, and their bulk actions. */
import { Button, CloseButton, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { toastError } from "../toast.tsx";
import classes from "./table.module.css";
import { selectedMax } from "./use-paginated-query.ts";

interface Props {
  readonly count: number;
  readonly onClear: () => void;
  /** Selects the rows of all pages; null if they are selected, or if there is only one page. */
  readonly onSelectAll: (() => Promise<void>) | null;
  readonly children: ReactNode;
}

export function SelectionBar({ count, onClear, onSelectAll, children }: Props) {
  const [loading, setLoading] = useState(false);
  const selectAll = (all: () => Promise<void>) => {
    setLoading(true);
    all()
      .catch(toastError)
      .finally(() => setLoading(false));
  };
  return (
    <Group gap="xs" className={classes["selection"] ?? ""} role="toolbar" aria-label="Actions for the selected rows">
      <Group gap={4}>
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
        <Text size="sm" fw={550}>
          {count.toLocaleString()} selected{count >= selectedMax && ", the most at a time"}
        </Text>
        {onSelectAll && (
          <Button size="compact-sm" variant="subtle" loading={loading} onClick={() => selectAll(onSelectAll)}>
            Select all pages
          </Button>
        )}
      </Group>
      <Group gap="xs" className={classes["actions"] ?? ""}>
        {children}
      </Group>
    </Group>
  );
}
