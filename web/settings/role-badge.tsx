import type { Role } from "#core/contract/rights";
import { useVendors } from "../api/lookups.ts";
import { Badge } from "../ui/badge.tsx";
import { useRoles } from "./use-roles.ts";

const roleColor = { owner: "indigo", manager: "blue", staff: "gray", vendor: "violet" } as const;

export function RoleBadge({ role, vendorId = null }: { role: Role; vendorId?: string | null }) {
  const { titleOf } = useRoles();
  const { nameOf } = useVendors();
  return (
    <Badge color={roleColor[role]}>
      {titleOf(role)}
      {vendorId && ` · ${nameOf(vendorId)}`}
    </Badge>
  );
}
