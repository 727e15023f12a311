import type { Role } from "#core/contract/values/rights";
import { useVendors } from "../api/lookups.ts";
import { Badge } from "../ui/badge.tsx";
import { useRoles } from "./use-roles.ts";

const roleColor = { owner: "indigo", manager: "blue", staff: "gray", vendor: "violet" } as const;

interface Props {
  readonly role: Role;
  readonly vendorId?: string | null;
  /** For an API key: a lower role that limits its rights. */
  readonly heldTo?: Role | null;
}

export function RoleBadge({ role, vendorId = null, heldTo = null }: Props) {
  const { titleOf } = useRoles();
  const { nameOf } = useVendors();
  return (
    <Badge color={roleColor[heldTo ?? role]}>
      {titleOf(role)}
      {heldTo && `, limited to ${titleOf(heldTo)}`}
      {vendorId && ` · ${nameOf(vendorId)}`}
    </Badge>
  );
}
