/** The filters above a list. They change the URL, which the list follows. */
import { ActionIcon, Button, Checkbox, CloseButton, Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { SearchIcon, SlidersHorizontalIcon } from "../icons.ts";
import { useShortcuts } from "../shortcuts.ts";
import classes from "./filters.module.css";

interface BarProps {
  /** The search field, which is always visible. On a phone the other filters are hidden behind a button. */
  readonly search?: ReactNode;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Saves the filters: after everything else, so that no field moves when it appears. */
  readonly save?: ReactNode;
  readonly children?: ReactNode;
}

export function FilterBar({ search, isFiltered, onClear, save, children }: BarProps) {
  const [expanded, { toggle }] = useDisclosure(false);
  return (
    <Group gap={6} role="search">
      {search}
      {children && (
        <ActionIcon
          size="md"
          variant={expanded ? "light" : "default"}
          hiddenFrom="xs"
          aria-label="Filters"
          aria-expanded={expanded}
          onClick={toggle}
        >
          <SlidersHorizontalIcon size={16} />
        </ActionIcon>
      )}
      <div className={classes["others"]} data-collapsed={!expanded || undefined}>
        {children}
      </div>
      {isFiltered && (
        <Button size="compact-sm" variant="subtle" aria-label="Clear filters" onClick={onClear}>
          Clear
        </Button>
      )}
      {save}
    </Group>
  );
}

interface SearchProps {
  readonly value: string | undefined;
  readonly onChange: (q: string | undefined) => void;
  readonly placeholder: string;
  /** What can be searched for, if it does not fit the placeholder: shown while the field has the focus. */
  readonly help?: string;
}

/**
 * Searches shortly after the last key press, or on blur. `/` focuses it from anywhere, arrow down moves to the rows.
 */
export function SearchFilter({ value = "", onChange, placeholder, help }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const onChangeDebounced = useDebouncedCallback((q: string) => onChange(q.trim() || undefined), 250);
  // The URL also changes otherwise: the back button, a saved view, cleared filters.
  useEffect(() => {
    if (document.activeElement !== input.current || value === "") setTyped(value);
  }, [value]);
  useShortcuts("Filters", [{ keys: "/", label: "Search the list", run: () => input.current?.select() }]);
  const field = (
    <TextInput
      ref={input}
      size="xs"
      aria-describedby={help && helpId}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<SearchIcon size={14} />}
      rightSection={
        typed && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
              onChangeDebounced.cancel();
              setTyped("");
              onChange(undefined);
            }}
          />
        )
      }
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChangeDebounced(event.currentTarget.value);
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        // Otherwise leaving at once and coming back would show only part of the typed text.
        onChangeDebounced.flush();
      }}
      onKeyDown={(event) => {
        // Moves to the rows without the mouse.
        if (event.key === "ArrowDown") document.querySelector<HTMLElement>("[data-row] a[href]")?.focus();
        else if (event.key === "Escape") event.currentTarget.blur();
        else return;
        event.preventDefault();
      }}
    />
  );
  return (
    <div className={classes["search"]}>
      {field}
      {help && (
        <div id={helpId} role="tooltip" className={classes["help"]} hidden={!focused || typed !== ""}>
          {help}
        </div>
      )}
    </div>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** The label of the option that does not filter; "Status: any" by default. */
  readonly anyLabel?: string;
}

export function SelectFilter<Value extends string>({ label, value, onChange, options, anyLabel }: SelectProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: "", label: anyLabel ?? `${label}: any` }, ...options]}
      value={value ?? ""}
      fw={value ? 600 : undefined}
      onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
    />
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly value: boolean | undefined;
  readonly onChange: (value: true | undefined) => void;
}

export function CheckboxFilter({ label, value, onChange }: CheckboxProps) {
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
    />
  );
}
