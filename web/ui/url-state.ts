/** What a screen is looking at, kept in the address: a link shows a colleague the same filters, page and open drawer. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";

/** How a filter reads its text in the address; undefined for what makes no sense there. */
export type UrlParam<Value> = (text: string) => Value | undefined;

export const textParam: UrlParam<string> = (given) => given.slice(0, 200) || undefined;
export const booleanParam: UrlParam<boolean> = (given) =>
  given === "true" ? true : given === "false" ? false : undefined;
/** A day of the store's calendar: "2026-09-30". */
export const dateParam: UrlParam<string> = (given) =>
  /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
export const enumParam =
  <const Values extends readonly string[]>(values: Values): UrlParam<Values[number]> =>
  (given) =>
    values.find((value) => value === given);
/** An id of this kind: `idOf("ord")`. */
export const idParam =
  <Prefix extends string>(prefix: Prefix): UrlParam<`${Prefix}_${string}`> =>
  (given) =>
    given.startsWith(`${prefix}_`) ? (given as `${Prefix}_${string}`) : undefined; // what was just looked at

export type UrlParams = Readonly<Record<string, UrlParam<unknown>>>;
export type UrlParamValues<F extends UrlParams> = { readonly [K in keyof F]?: ReturnType<F[K]> | undefined };
type SearchPatch = Readonly<Record<string, string | boolean | undefined>>;

/** Everything the address holds, as text, and how to change some of it. An undefined value goes out of the address. */
export function useUrlState() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>; // parsed by `parseSearch` below
  const navigate = useNavigate();
  const change = useCallback(
    (patch: SearchPatch, { replace = false } = {}) =>
      navigate({
        to: ".",
        search: (before: Readonly<Record<string, string>>) => applyPatch(before, patch),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change] as const;
}

/** The filters of a list: typed values, and a change that goes back to the first page. */
export function useFilters<F extends UrlParams>(fields: F) {
  const [search, setSearch] = useUrlState();
  const values = useMemo(() => parseParams(fields, search), [fields, search]);
  const set = useCallback(
    (patch: UrlParamValues<F>) => setSearch({ ...(patch as SearchPatch), cursor: undefined }, { replace: true }), // texts and flags all
    [setSearch],
  );
  const clear = useCallback(
    () => setSearch(Object.fromEntries([...Object.keys(fields), "cursor"].map((name) => [name, undefined]))),
    [setSearch, fields],
  );
  return { values, set, clear, isFiltered: Object.keys(values).length > 0 };
}

export function parseParams<F extends UrlParams>(
  fields: F,
  search: Readonly<Record<string, string>>,
): UrlParamValues<F> {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const value = search[name] === undefined ? undefined : field(search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found) as UrlParamValues<F>; // each value is what its own field made
}

/** A drawer that the address opens: `?open=edit-address`. */
export function useDrawer(name: string) {
  const [search, setSearch] = useUrlState();
  return {
    opened: search["open"] === name,
    open: () => setSearch({ open: name }),
    close: () => setSearch({ open: undefined }),
  };
}

/** A drawer about one thing, both named in the address: `?open=edit&of=tax_…`. */
export function useRecordDrawer<Id extends string>(name: string, isId: UrlParam<Id>) {
  const [search, setSearch] = useUrlState();
  const opened = search["open"] === name;
  const now = opened && search["of"] ? isId(search["of"]) : undefined;
  // What it was about last stays in it while it is closed: what was typed is not lost.
  const [of, setOf] = useState(now);
  if (now !== undefined && now !== of) setOf(now);
  return {
    opened: now !== undefined,
    of,
    open: (id: Id) => setSearch({ open: name, of: id }),
    close: () => setSearch({ open: undefined, of: undefined }),
  };
}

/** The address of such a drawer, for a link: everything else in the address stays. */
export const drawerSearch =
  (open: string, of: string) =>
  (before: Readonly<Record<string, string>>): Record<string, string> => ({ ...before, open, of });

function applyPatch(before: Readonly<Record<string, string>>, patch: SearchPatch): Record<string, string> {
  const after = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === "") delete after[name];
    else after[name] = String(value);
  }
  return after;
}

/** Plain text in, plain text out: `?q=123` stays what was typed, and nothing is quoted. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : "";
}
