/** The filters above a list. Each writes the address as it is changed, and the list follows. */
import { Button, Checkbox, CloseButton, Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "./keys.ts";

export function FilterBar({ any, clear, children }: { any: boolean; clear: () => void; children: ReactNode }) {
  return (
    <Group gap="xs" role="search">
      {children}
      {any && (
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface SearchProps {
  readonly value: string | undefined;
  readonly onChange: (q: string | undefined) => void;
  readonly placeholder: string;
}

/** Asks once one has stopped typing. `/` comes here from anywhere. */
export function SearchFilter({ value = "", onChange, placeholder }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const say = useDebouncedCallback((q: string) => onChange(q.trim() || undefined), 250);
  // The address may change by itself: back, a saved view, cleared filters.
  useEffect(() => {
    if (document.activeElement !== input.current || value === "") setTyped(value);
  }, [value]);
  useKeys("Filters", [{ keys: "/", does: "Search the list", run: () => input.current?.select() }]);
  return (
    <TextInput
      ref={input}
      size="xs"
      w={280}
      maw="100%"
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
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
        say(event.currentTarget.value);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

export function ChoiceFilter<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: "", label: `${label}: any` }, ...options]}
      value={value ?? ""}
      fw={value ? 600 : undefined}
      onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
    />
  );
}

interface FlagProps {
  readonly label: string;
  readonly value: boolean | undefined;
  readonly onChange: (value: true | undefined) => void;
}

export function FlagFilter({ label, value, onChange }: FlagProps) {
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
    />
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

export function DayFilter({ label, value = "", onChange }: DayProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
