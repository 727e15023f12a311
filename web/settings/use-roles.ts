/**
 * The roles with the store's names, and those that the user may assign: no one can grant a right that they do not have.
 */

import * as roleApi from "#core/contract/role";
import type { Right, Role } from "#core/contract/values/rights";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

export function useRoles() {
  const { hasRight } = useSession();
  const { data } = useApiQuery(roleApi.list, {});
  const items = data?.items ?? [];
  const find = (name: Role) => items.find(({ role }) => role === name);
  const rightsOf = (name: Role): readonly Right[] => find(name)?.rights ?? [];
  const canGrant = (name: Role): boolean => find(name) !== undefined && rightsOf(name).every(hasRight);
  return {
    rightsOf,
    canGrant,
    titleOf: (name: Role): string => find(name)?.title ?? name,
    /** For a select. */
    grantableOptions: items
      .filter(({ role }) => canGrant(role))
      .map(({ role, title }) => ({ value: role, label: title })),
  };
}
