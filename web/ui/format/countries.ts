/** The countries by their names, as this person's browser calls them. */
import { countries } from "#core/contract/countries";
import { locale } from "./locale.ts";

export interface CountryOption {
  readonly value: string;
  readonly label: string;
}

/** What people call a country besides its name and its code. */
const otherNames: Readonly<Record<string, string>> = {
  AE: "uae",
  GB: "uk great britain england scotland wales",
  NL: "holland",
  US: "usa america",
};

/** The name of a country, or the code itself where it is none of a country. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(locale(), { type: "region" }).of(code) ?? code;
}

/** Where a language is spoken most, unless it says where itself: most customers of a store are there. */
export const countryOf = (language: string): string => new Intl.Locale(language).maximize().region ?? "";

/** Every country, by name. */
export function countryOptions(): CountryOption[] {
  const names = new Intl.DisplayNames(locale(), { type: "region" });
  const { compare } = new Intl.Collator(locale());
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}

/** Without accents and capitals: nobody types the circumflex of Côte d’Ivoire. */
const plain = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase().trim();

/** The countries that were meant: by code ("IN"), by the first letters ("ind"), by those of any other word ("kingdom"). */
export function countriesFor<Option extends CountryOption>(typed: string, options: readonly Option[]): Option[] {
  const wanted = plain(typed);
  if (wanted === "") return [...options];
  const rankOf = ({ value, label }: Option): number => {
    const name = plain(label);
    if (value.toLowerCase() === wanted || name === wanted) return 0;
    if (otherNames[value]?.split(" ").includes(wanted)) return 1;
    if (name.startsWith(wanted)) return 2;
    return ` ${name} ${otherNames[value] ?? ""}`.includes(` ${wanted}`) ? 3 : 4;
  };
  return options
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}
