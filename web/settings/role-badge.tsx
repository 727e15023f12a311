import { Badge } from "@mantine/core";
import type { Role } from "#core/contract/rights";
import { useRoles } from "./use-roles.ts";
import { useVendors } from "./use-vendors.ts";

const roleColor = { owner: "indigo", manager: "blue", staff: "gray", vendor: "violet" } as const;

export function RoleBadge({ role, vendorId = null }: { role: Role; vendorId?: string | null }) {
  const { titleOf } = useRoles();
  const { nameOf } = useVendors();
  return (
    <Badge variant="light" color={roleColor[role]} tt="none" fw={550}>
      {titleOf(role)}
      {vendorId && ` · ${nameOf(vendorId)}`}
    </Badge>
  );
}
