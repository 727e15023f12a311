/** A field for a country, found by name or code. Its value is the code. */
import { Combobox, type ComboboxItem, type OptionsFilter, TextInput, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { type CountryOption, countriesFor, countryName, countryOptions } from "../format/countries.ts";

interface Props {
  readonly label: string;
  readonly description?: string;
  /** From a form's `getInputProps`: `value` is a code, or empty. */
  readonly inputProps: {
    readonly value?: unknown;
    readonly onChange?: (code: string) => void;
    readonly onBlur?: () => void;
  };
}

export const countryFilter: OptionsFilter = ({ options, search }) =>
  countriesFor(
    search,
    options.filter((option): option is ComboboxItem => "value" in option), // countries are not grouped
  );

export function CountrySelect({ label, description, inputProps }: Props) {
  const { value, onChange, onBlur, ...rest } = inputProps;
  const code = typeof value === "string" ? value : "";
  const name = code && countryName(code);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options = useMemo(() => {
    const all = countryOptions();
    // An imported order may have any code.
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
  /** Typing "IN" and moving on to the next field is enough. */
  const takeFirst = () => {
    if (typed.trim() === "") take("");
    else take(first && !isChosen ? first.value : code);
  };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    // If an option was reached by arrow keys, Enter picks that one.
    if (event.key !== "Enter" || isChosen || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    takeFirst();
  };
  return (
    // Otherwise the page would contain all countries for each address.
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
          // Enter leaves an empty field empty.
          begin={typed && (isChosen ? combobox.selectActiveOption : combobox.selectFirstOption)}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface CountriesProps {
  readonly options: readonly CountryOption[];
  readonly code: string;
  /** Marks the option where the arrow keys start, and returns its id. */
  readonly begin: (() => string | null) | "";
}

/** The open list marks its own first option, because it is not rendered yet when it is opened. */
function Countries({ options, code, begin }: CountriesProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options take the places of the previous ones
  useEffect(() => {
    const marked = begin === "" ? null : begin();
    // Long names wrap at the width of the field, which the list only has from the next frame on.
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
