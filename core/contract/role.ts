/** The four roles. Their titles and rights can be changed; none can be added. */
import * as z from "zod";
import { text, time } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";
import { rights, roles } from "./values/rights.ts";

export const RoleShown = z.object({
  role: z.enum(roles),
  title: z.string(),
  rights: z.array(z.enum(rights)),
  changedAt: time.nullable().describe("When it was last changed; null if it is as in a new store."),
});
export type RoleShown = z.output<typeof RoleShown>;

export const list = operation({
  name: "role.list",
  method: "GET",
  path: "/api/admin/roles",
  right: "signedIn",
  vendor: "open",
  summary: "List the four roles with their rights, and every right with its label and group.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(RoleShown),
    rights: z.array(z.object({ right: z.enum(rights), label: z.string(), group: z.string() })),
  }),
  refuses: [],
});

export const set = operation({
  name: "role.set",
  method: "PUT",
  path: "/api/admin/roles/{role}",
  right: "roles.write",
  vendor: "closed",
  summary:
    "Set a role's title and rights; fields left out stay. Takes effect on everyone's next request; invitations and password links that their senders could no longer send end. Callers can neither grant a right they lack nor take anything from a role that has such a right.",
  input: z.strictObject({
    role: z.enum(roles),
    title: text(60).optional(),
    rights: z.array(z.enum(rights)).max(rights.length).optional(),
  }),
  output: RoleShown,
  refuses: ["right.beyond", "role.ownerHasAll", "role.ownRight"],
});

export const reset = operation({
  name: "role.reset",
  method: "DELETE",
  path: "/api/admin/roles/{role}",
  right: "roles.write",
  vendor: "closed",
  summary: "Reset a role to its title and rights in a new store.",
  input: z.strictObject({ role: z.enum(roles) }),
  output: RoleShown,
  refuses: ["right.beyond", "role.ownRight"],
});
