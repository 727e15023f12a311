/** The roles as the store calls them, and which of them one may give: nobody gives what they do not have. */
import type { Right, Role } from "#core/contract/rights";
import * as roleApi from "#core/contract/role";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

export function useRoles() {
  const { hasRight } = useSession();
  const { data } = useApiQuery(roleApi.list, {});
  const items = data?.items ?? [];
  const of = (name: Role) => items.find(({ role: each }) => each === name);
  const rightsOf = (name: Role): readonly Right[] => of(name)?.rights ?? [];
  const mayGive = (name: Role): boolean => of(name) !== undefined && rightsOf(name).every(hasRight);
  return {
    items,
    rightsOf,
    mayGive,
    titleOf: (name: Role): string => of(name)?.title ?? name,
    /** For a choice of role. */
    givable: items
      .filter(({ role: name }) => mayGive(name))
      .map(({ role: name, title }) => ({ value: name, label: title })),
  };
}
