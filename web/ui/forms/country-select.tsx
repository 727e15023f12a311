/** The field of a country, which is found by its name or its code. The form keeps the code. */
import { Combobox, type ComboboxItem, type OptionsFilter, TextInput, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { type CountryOption, countriesFor, countryName, countryOptions } from "../format/countries.ts";

interface Props {
  readonly label: string;
  readonly description?: string;
  /** As `getInputProps` of a form gives them: `value` is a code, or empty. */
  readonly inputProps: {
    readonly value?: unknown;
    readonly onChange?: (code: string) => void;
    readonly onBlur?: () => void;
  };
}

export const countryFilter: OptionsFilter = ({ options, search }) =>
  countriesFor(
    search,
    options.filter((option): option is ComboboxItem => "value" in option), // countries stand in no groups
  );

export function CountrySelect({ label, description, inputProps }: Props) {
  const { value, onChange, onBlur, ...rest } = inputProps;
  const code = typeof value === "string" ? value : "";
  const name = code && countryName(code);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options = useMemo(() => {
    const all = countryOptions();
    // An order of another store may have any code.
    return code === "" || all.some((option) => option.value === code) ? all : [{ value: code, label: code }, ...all];
  }, [code]);
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const isChosen = typed === name;
  const found = useMemo(() => (isChosen ? options : countriesFor(typed, options)), [isChosen, typed, options]);
  const [first] = found;
  const take = (chosen: string) => {
    setTyped(chosen && countryName(chosen));
    combobox.closeDropdown();
    if (chosen !== code) onChange?.(chosen);
  };
  /** Whoever types "IN" and goes on to the next field has said enough. */
  const takeFirst = () => {
    if (typed.trim() === "") take("");
    else take(first && !isChosen ? first.value : code);
  };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    // With an option under the arrow keys, Enter is for that one.
    if (event.key !== "Enter" || isChosen || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    takeFirst();
  };
  return (
    // Otherwise the page would have all countries in it, for each address.
    <Combobox store={combobox} onOptionSubmit={take} keepMounted={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          description={description}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          {...rest}
          {...(!first && { error: "There is no such country." })}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            takeFirst();
            onBlur?.();
          }}
          onKeyDownCapture={onKeyDownCapture}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!first}>
        <Countries
          options={found}
          code={code}
          // An empty field stays empty at Enter.
          begin={typed && (isChosen ? combobox.selectActiveOption : combobox.selectFirstOption)}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface CountriesProps {
  readonly options: readonly CountryOption[];
  readonly code: string;
  /** Marks where the arrow keys begin, and gives its id. */
  readonly begin: (() => string | null) | "";
}

/** The open list, which is marked by itself: whoever opens it is a moment too early for that. */
function Countries({ options, code, begin }: CountriesProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options stand in the places of those before
  useEffect(() => {
    const marked = begin === "" ? null : begin();
    // Long names are broken to the width of the field, which the list has with the next frame only.
    const frame = requestAnimationFrame(
      () => marked && document.getElementById(marked)?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [options, begin]);
  return (
    <Combobox.Options mah={280} style={{ overflowY: "auto" }}>
      {options.map(({ value, label }) => (
        <Combobox.Option key={value} value={value} active={value === code}>
          {label}
        </Combobox.Option>
      ))}
    </Combobox.Options>
  );
}
