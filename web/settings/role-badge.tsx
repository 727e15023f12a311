import type { Role } from "#core/contract/rights";
import { useVendors } from "../api/use-names.ts";
import { Tag } from "../ui/tag.tsx";
import { useRoles } from "./use-roles.ts";

const roleColor = { owner: "indigo", manager: "blue", staff: "gray", vendor: "violet" } as const;

interface Props {
  readonly role: Role;
  readonly vendorId?: string | null;
  /** A key's: the lower role that it may do no more than. */
  readonly heldTo?: Role | null;
}

export function RoleBadge({ role, vendorId = null, heldTo = null }: Props) {
  const { titleOf } = useRoles();
  const { nameOf } = useVendors();
  return (
    <Tag color={roleColor[heldTo ?? role]}>
      {titleOf(role)}
      {heldTo && `, held to ${titleOf(heldTo)}`}
      {vendorId && ` · ${nameOf(vendorId)}`}
    </Tag>
  );
}
