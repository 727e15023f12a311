import { Group, Pill } from "@mantine/core";

export interface Chip {
  /** The filter and its value: "Status: To pack". */
  readonly label: string;
  readonly onRemove: () => void;
}

/** The active filters in words, each removable on its own. On a phone the filter fields themselves are hidden. */
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

/** A single chip; also used for a filter without a field, set by a link or a view. */
export const FilterPill = ({ label, onRemove }: Chip) => (
  <Pill
    withRemoveButton
    onRemove={onRemove}
    // Mantine hides it from screen readers and the Tab key.
    removeButtonProps={{ "aria-label": `Remove the filter: ${label}`, "aria-hidden": false, tabIndex: 0 }}
  >
    {label}
  </Pill>
);
