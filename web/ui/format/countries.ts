/** Countries and their names in the browser's language. */
import { countries } from "#core/contract/values/countries";
import { locale } from "./locale.ts";

export interface CountryOption {
  readonly value: string;
  readonly label: string;
}

/** Other common names for a country. */
const otherNames: Readonly<Record<string, string>> = {
  AE: "uae",
  GB: "uk great britain england scotland wales",
  NL: "holland",
  US: "usa america",
};

/** The name of a country, or the code itself if it is unknown. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(locale(), { type: "region" }).of(code) ?? code;
}

/** The region in a language tag, or else the one where the language is spoken most: most customers live there. */
export const countryOf = (language: string): string => new Intl.Locale(language).maximize().region ?? "";

/** Every country, by name. */
export function countryOptions(): CountryOption[] {
  const names = new Intl.DisplayNames(locale(), { type: "region" });
  const { compare } = new Intl.Collator(locale());
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}

/** Without accents and capitals: no one types the circumflex of Côte d’Ivoire. */
const plain = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase().trim();

/**
 * The matching countries: by code ("IN"), by first letters ("ind"), or by the first letters of any other word
 * ("kingdom").
 */
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
