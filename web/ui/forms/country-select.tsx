/** The field of a country, which is found by its name or its code. The form keeps the code. */
import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import { type KeyboardEvent, useMemo, useState } from "react";
import { countriesFor, countryName, countryOptions } from "../format/countries.ts";

interface Props {
  readonly label: string;
  readonly description?: string;
  /** As `getInputProps` of a form gives them: `value` is a code, or empty. */
  readonly inputProps: { readonly value?: unknown; readonly onChange?: (code: string) => void };
}

export const countryFilter: OptionsFilter = ({ options, search }) =>
  countriesFor(
    search,
    options.filter((option): option is ComboboxItem => "value" in option), // countries stand in no groups
  );

export function CountrySelect({ label, description, inputProps }: Props) {
  const { value, onChange, ...rest } = inputProps;
  const code = typeof value === "string" ? value : "";
  const options = useMemo(() => {
    const all = countryOptions();
    // An order of another store may have any code.
    return code === "" || all.some((option) => option.value === code) ? all : [{ value: code, label: code }, ...all];
  }, [code]);
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [first] = countriesFor(typed, options);
  const isChosen = typed === (code && countryName(code));
  /** Whoever types "IN" and goes on to the next field has said enough. */
  const choose = () => {
    if (typed.trim() === "") onChange?.("");
    else if (first && !isChosen) onChange?.(first.value);
  };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    // With an option under the arrow keys, Enter is for that one.
    if (event.key !== "Enter" || isChosen || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    choose();
    setOpened(false);
  };
  return (
    <Select
      label={label}
      description={description}
      data={options}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      openOnFocus={false}
      // Otherwise the page would have all countries in it, for each address.
      comboboxProps={{ keepMounted: false }}
      dropdownOpened={opened && first !== undefined}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      filter={countryFilter}
      maxDropdownHeight={280}
      {...rest}
      {...(!first && { error: "There is no such country." })}
      value={code || null}
      onChange={(chosen) => onChange?.(chosen ?? "")}
      searchValue={typed}
      onSearchChange={setTyped}
      onBlur={choose}
      onKeyDownCapture={onKeyDownCapture}
    />
  );
}
