/** A filter by several values: a row matches if it has any of the chosen ones. `FilterChips` lists them. */
import { Checkbox, Stack } from "@mantine/core";
import { ChevronDownIcon } from "../icons.ts";
import { FilterPopover } from "./filter-popover.tsx";

interface Props<Value extends string> {
  readonly label: string;
  /** The chosen values; undefined if the list is not filtered by it. */
  readonly value: readonly Value[] | undefined;
  readonly onChange: (value: Value[] | undefined) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

export function MultiSelectFilter<Value extends string>({ label, value = [], onChange, options }: Props<Value>) {
  const chosen = options.filter((option) => value.includes(option.value)).map((option) => option.label);
  const choose = (checked: readonly string[]) => {
    const values = options.map((option) => option.value).filter((option) => checked.includes(option));
    onChange(values.length > 0 ? values : undefined);
  };
  return (
    <FilterPopover
      text={chosen.length > 0 ? `${label} (${chosen.length})` : label}
      label={`${label}: ${chosen.join(", ") || "any"}`}
      isFiltering={chosen.length > 0}
      rightSection={<ChevronDownIcon size={14} />}
    >
      <Checkbox.Group aria-label={label} value={[...value]} onChange={choose}>
        <Stack gap="xs">
          {options.map((option) => (
            <Checkbox key={option.value} size="xs" value={option.value} label={option.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FilterPopover>
  );
}
