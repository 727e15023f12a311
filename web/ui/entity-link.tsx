/** Whatever an id names: a link where it has a screen, its name in letters that can be copied where it has none. */
import { Text } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TextLink } from "./links.tsx";

/** By how an id begins: the screen, and whether its address holds the id or the drawer's name. */
const screens: Readonly<Record<string, (id: string) => { to: string; id?: string; search?: Record<string, string> }>> =
  {
    ord: (id) => ({ to: "/orders/$id", id }),
    var: (id) => ({ to: "/stock/levels/$id", id }),
    trf: (id) => ({ to: "/stock/transfers/$id", id }),
    prd: (id) => ({ to: "/products/$id", id }),
    col: (id) => ({ to: "/collections/$id", id }),
    whe: (id) => ({ to: "/settings/webhooks/$id", id }),
    stf: (id) => ({ to: "/settings/team", search: { open: "member", of: id } }),
    ven: (id) => ({ to: "/settings/vendors", search: { open: "vendor", of: id } }),
    cat: (id) => ({ to: "/categories", search: { open: "edit", of: id } }),
    dis: (id) => ({ to: "/discounts", search: { open: "edit", of: id } }),
    tax: (id) => ({ to: "/tax-rates", search: { open: "edit", of: id } }),
    chn: (id) => ({ to: "/channels", search: { open: "edit", of: id } }),
    loc: (id) => ({ to: "/locations", search: { open: "edit", of: id } }),
    key: () => ({ to: "/settings/api-keys" }),
    inv: () => ({ to: "/settings/team" }),
  };

/** An id, and what it begins with. */
export const isId = /^([a-z]{3})_[0-9a-z]{26}$/;

interface Props {
  readonly id: string;
  /** What stands there instead of the whole id. */
  readonly children?: ReactNode;
}

export function Thing({ id, children }: Props) {
  const router = useRouter();
  const prefix = isId.exec(id)?.[1];
  const at = prefix === undefined ? undefined : screens[prefix]?.(id);
  const shown = children ?? (
    <Text span ff="monospace" fz="xs" style={{ overflowWrap: "anywhere" }}>
      {id}
    </Text>
  );
  if (!at || !(at.to in router.routesByPath)) return shown;
  return (
    <TextLink to={at.to} {...(at.id && { params: { id: at.id } })} search={at.search ?? {}} inherit underline="always">
      {shown}
    </TextLink>
  );
}
