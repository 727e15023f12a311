import { Group, Pill } from "@mantine/core";

export interface Chip {
  /** The filter and its value: "Status: To pack". */
  readonly label: string;
  readonly onRemove: () => void;
}

/** What a list is filtered by, in words; each can be removed by itself. On a phone the fields themselves are hidden. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label="Active filters">
      {chips.map(({ label, onRemove }) => (
        <FilterPill key={label} label={label} onRemove={onRemove} />
      ))}
    </Group>
  );
}

/** One of them: also for a filter that a link or a view has set, and that has no field of its own. */
export const FilterPill = ({ label, onRemove }: Chip) => (
  <Pill
    withRemoveButton
    onRemove={onRemove}
    // Mantine hides it from a screen reader, and from the Tab key.
    removeButtonProps={{ "aria-label": `Remove the filter: ${label}`, "aria-hidden": false, tabIndex: 0 }}
  >
    {label}
  </Pill>
);
