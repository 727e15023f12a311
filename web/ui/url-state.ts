/** What a screen shows, kept in the URL: a link gives a colleague the same filters, page and open drawer. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { goBackTo } from "./links/entries.ts";

/** Reads a parameter's text from the URL; undefined where the text is not valid. */
export type UrlParam<Value> = (text: string) => Value | undefined;

export const textParam: UrlParam<string> = (text) => text.slice(0, 200) || undefined;
export const booleanParam: UrlParam<boolean> = (text) =>
  text === "true" ? true : text === "false" ? false : undefined;
/** A calendar date: "2026-09-30". */
export const dateParam: UrlParam<string> = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
export const enumParam =
  <const Values extends readonly string[]>(values: Values): UrlParam<Values[number]> =>
  (text) =>
    values.find((value) => value === text);
/** Several of these, separated by commas: "paid,refunded"; undefined if none is valid. */
export const enumListParam =
  <const Values extends readonly string[]>(values: Values): UrlParam<Values[number][]> =>
  (text) => {
    const chosen = text.split(",");
    const valid = values.filter((value) => chosen.includes(value));
    return valid.length > 0 ? valid : undefined;
  };
/** An id of this kind: `idParam("ord")`. */
export const idParam =
  <Prefix extends string>(prefix: Prefix): UrlParam<`${Prefix}_${string}`> =>
  (text) =>
    text.startsWith(`${prefix}_`) ? (text as `${Prefix}_${string}`) : undefined; // what has just been checked

export type UrlParams = Readonly<Record<string, UrlParam<unknown>>>;
export type UrlParamValues<Params extends UrlParams> = {
  readonly [Name in keyof Params]?: ReturnType<Params[Name]> | undefined;
};
type SearchPatch = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
type Search = Readonly<Record<string, string>>;
interface SetSearchOptions {
  readonly replace?: boolean;
  /** For closing a drawer: it leaves no entry behind, so that Back does not open it again or stay on the page. */
  readonly close?: boolean;
}

/** All search parameters of the URL as text, and a function that changes some of them; undefined removes one. */
export function useUrlState() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>; // parsed by `parseSearch` below
  const navigate = useNavigate();
  const router = useRouter();
  const setSearch = useCallback(
    (
      patch: SearchPatch | ((before: Search) => SearchPatch),
      { replace = false, close = false }: SetSearchOptions = {},
    ) => {
      const next = {
        to: ".",
        search: (before: Search) => applyPatch(before, patch instanceof Function ? patch(before) : patch),
      } as const;
      if (close) {
        const { href } = router.buildLocation(next);
        // A form's answer may arrive after the drawer has been closed.
        if (href === router.history.location.href || goBackTo(href, router.history)) return;
      }
      return navigate({ ...next, replace: replace || close, resetScroll: false });
    },
    [navigate, router],
  );
  return [search, setSearch] as const;
}

/** The filters of a list: typed values, and a setter that goes back to the first page. */
export function useFilters<Params extends UrlParams>(params: Params) {
  const [search, setSearch] = useUrlState();
  const values = useMemo(() => parseParams(params, search), [params, search]);
  const set = useCallback(
    (patch: UrlParamValues<Params>) => setSearch({ ...(patch as SearchPatch), cursor: undefined }, { replace: true }), // all of them strings, booleans or lists of strings
    [setSearch],
  );
  const clear = useCallback(
    () => setSearch(Object.fromEntries([...Object.keys(params), "cursor"].map((name) => [name, undefined]))),
    [setSearch, params],
  );
  return { values, set, clear, isFiltered: Object.keys(values).length > 0 };
}

export function parseParams<Params extends UrlParams>(
  params: Params,
  search: Readonly<Record<string, string>>,
): UrlParamValues<Params> {
  const valid = Object.entries(params).flatMap(([name, parse]) => {
    const value = search[name] === undefined ? undefined : parse(search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(valid) as UrlParamValues<Params>; // each value was parsed by its own parameter
}

/** A drawer whose open state is in the URL: `?open=edit-address`. Back closes it. */
export function useDrawer(name: string) {
  const [search, setSearch] = useUrlState();
  return {
    opened: search["open"] === name,
    open: () => setSearch({ open: name }),
    // Its answer may come late, when another drawer is open.
    close: () => setSearch((before) => (before["open"] === name ? { open: undefined } : {}), { close: true }),
  };
}

/** A drawer for one record, both in the URL: `?open=edit&id=tax_…`. */
export function useRecordDrawer<Id extends string>(name: string, parseId: UrlParam<Id>) {
  const [search, setSearch] = useUrlState();
  const current = search["open"] === name && search["id"] ? parseId(search["id"]) : undefined;
  // A closed drawer keeps its last record, so that typed input is not lost.
  const [id, setId] = useState(current);
  if (current !== undefined && current !== id) setId(current);
  return {
    opened: current !== undefined,
    id,
    open: (opened: Id) => setSearch({ open: name, id: opened }),
    close: () =>
      setSearch((before) => (before["id"] === id ? { open: undefined, id: undefined } : {}), { close: true }),
  };
}

/** The search parameters of a link to such a drawer; all others stay. */
export const drawerSearch =
  (open: string, id: string) =>
  (before: Readonly<Record<string, string>>): Record<string, string> => ({ ...before, open, id });

function applyPatch(before: Readonly<Record<string, string>>, patch: SearchPatch): Record<string, string> {
  const after = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === "") delete after[name];
    else after[name] = String(value);
  }
  return after;
}

/** Plain text both ways: the router's own functions would read `?q=123` as a number and write text in quotes. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : "";
}
