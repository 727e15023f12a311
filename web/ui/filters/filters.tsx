/** The filters above a list. Each writes the address as it is changed, and the list follows. */
import { ActionIcon, Button, Checkbox, CloseButton, Group, NativeSelect, Pill, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "../shortcuts.ts";
import classes from "./filters.module.css";

interface BarProps {
  /** The search field: always there. The others fold away on a phone until they are asked for. */
  readonly search?: ReactNode;
  readonly any: boolean;
  readonly clear: () => void;
  readonly children?: ReactNode;
}

export function FilterBar({ search, any, clear, children }: BarProps) {
  const [unfolded, { toggle }] = useDisclosure(false);
  return (
    <Group gap={6} role="search">
      {search}
      {children && (
        <ActionIcon
          size="md"
          variant={unfolded ? "light" : "default"}
          hiddenFrom="xs"
          aria-label="Filters"
          aria-expanded={unfolded}
          onClick={toggle}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      )}
      <div className={classes["others"]} data-folded={!unfolded || undefined}>
        {children}
      </div>
      {any && (
        <Button size="compact-sm" variant="subtle" aria-label="Clear filters" onClick={clear}>
          Clear
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

/** Asks once one has stopped typing, or goes on to something else. `/` comes here from anywhere, and the arrow down goes on to the rows. */
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
      flex="1 1 180px"
      maw={280}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
              say.cancel();
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
      // Whoever leaves at once comes back to what they typed, and not to a part of it.
      onBlur={() => say.flush()}
      onKeyDown={(event) => {
        // On to what was found, without the mouse.
        if (event.key === "ArrowDown") document.querySelector<HTMLElement>("[data-row] a[href]")?.focus();
        else if (event.key === "Escape") event.currentTarget.blur();
        else return;
        event.preventDefault();
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** What stands there when nothing is chosen. */
  readonly none?: string;
}

export function ChoiceFilter<Value extends string>({ label, value, onChange, options, none }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: "", label: none ?? `${label}: any` }, ...options]}
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

/** A filter that some link or view has set, and that no field shows. */
export const OnlyFilter = ({ text, onEnd }: { text: string; onEnd: () => void }) => (
  <Pill withRemoveButton onRemove={onEnd} removeButtonProps={{ "aria-label": `Not only ${text}`, tabIndex: 0 }}>
    Only {text}
  </Pill>
);
