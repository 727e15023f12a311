/** A link to the record with an id; the plain id if no screen shows it. */
import { Text } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TextLink } from "./links.tsx";

interface Target {
  readonly to: string;
  /** The path's `$id`, for a record that has a page of its own. */
  readonly id?: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** By id prefix: the page of the record, or the list that opens it in a drawer. */
const targets: Readonly<Record<string, (id: string) => Target>> = {
  ord: (id) => ({ to: "/orders/$id", id }),
  var: (id) => ({ to: "/stock/levels/$id", id }),
  trf: (id) => ({ to: "/stock/transfers/$id", id }),
  prd: (id) => ({ to: "/products/$id", id }),
  col: (id) => ({ to: "/collections/$id", id }),
  whe: (id) => ({ to: "/settings/webhooks/$id", id }),
  stf: (id) => ({ to: "/settings/team", search: { open: "member", id } }),
  ven: (id) => ({ to: "/vendors/$id", id }),
  cat: (id) => ({ to: "/categories", search: { open: "edit", id } }),
  dis: (id) => ({ to: "/discounts", search: { open: "edit", id } }),
  tax: (id) => ({ to: "/tax-rates", search: { open: "edit", id } }),
  chn: (id) => ({ to: "/channels", search: { open: "edit", id } }),
  loc: (id) => ({ to: "/locations", search: { open: "edit", id } }),
  cus: (id) => ({ to: "/customers/$id", id }),
  grp: (id) => ({ to: "/customers/groups", search: { open: "group", id } }),
  prl: (id) => ({ to: "/price-lists/$id", id }),
  crt: (id) => ({ to: "/carts", search: { open: "cart", id } }),
  key: () => ({ to: "/settings/api-keys" }),
  inv: () => ({ to: "/settings/team" }),
};

/** An id; its first group is the prefix. */
export const idPattern = /^([a-z]{3})_[0-9a-z]{26}$/;

interface Props {
  readonly id: string;
  /** Shown instead of the whole id. */
  readonly children?: ReactNode;
}

export function EntityLink({ id, children }: Props) {
  const router = useRouter();
  const prefix = idPattern.exec(id)?.[1];
  const target = prefix === undefined ? undefined : targets[prefix]?.(id);
  const shown = children ?? (
    <Text span ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
      {id}
    </Text>
  );
  if (!target || !(target.to in router.routesByPath)) return shown;
  return (
    <TextLink
      to={target.to}
      {...(target.id && { params: { id: target.id } })}
      search={target.search ?? {}}
      inherit
      underline="always"
    >
      {shown}
    </TextLink>
  );
}
