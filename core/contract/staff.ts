/** The people on the team, and invitations to join. */
import * as z from "zod";
import { boundToVendor, keysNamedMax, MadeKey } from "./key.ts";
import { byValueOf } from "./kit/by-value-of.ts";
import { email, id, text, time, verbatim } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import { newPassword, Session } from "./session.ts";
import { roles } from "./values/rights.ts";

export const Member = z.object({
  id: id("staff"),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  vendorId: id("vendor").nullable(),
  createdAt: time,
  lastSeenAt: time.nullable().describe("Accurate to the hour; null for someone without a session."),
});
export type Member = z.output<typeof Member>;

export const Invitation = z.object({
  id: id("invitation"),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  vendorId: id("vendor").nullable(),
  invitedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: time,
  expiresAt: time,
});
export type Invitation = z.output<typeof Invitation>;

const keys = z.array(MadeKey).max(keysNamedMax);
const keyCount = z.int().describe("How many there are; at most 200 are named.");

export const list = operation({
  name: "staff.list",
  method: "GET",
  path: "/api/admin/staff",
  right: "team.read",
  vendor: "closed",
  summary: "List the people who can sign in, in the order they joined.",
  input: z.strictObject({ ...listing }),
  output: pageOf(Member),
  refuses: [],
});

export const listInvitations = operation({
  name: "staff.listInvitations",
  method: "GET",
  path: "/api/admin/staff/invitations",
  right: "team.read",
  vendor: "closed",
  summary: "List the invitations that have been neither accepted nor withdrawn, newest first, including expired ones.",
  input: z.strictObject({ ...listing }),
  output: pageOf(Invitation),
  refuses: [],
});

export const invite = operation({
  name: "staff.invite",
  method: "POST",
  path: "/api/admin/staff/invitations",
  right: "team.write",
  vendor: "closed",
  summary:
    "Invite someone; the link is shown only in this response and works for 7 days. A second invitation replaces the first.",
  input: byValueOf(
    z.strictObject({
      email,
      name: text(200),
      role: z.enum(roles),
      vendorId: id("vendor").optional(),
    }),
    "role",
    boundToVendor,
  ),
  output: Invitation.extend({ link: z.string().describe("Shown in this response and never again.") }),
  refuses: ["right.beyond", "staff.exists", "vendor.unknown"],
  status: 201,
  answersSecret: true,
});

export const withdrawInvitation = operation({
  name: "staff.withdrawInvitation",
  method: "DELETE",
  path: "/api/admin/staff/invitations/{id}",
  right: "team.write",
  vendor: "closed",
  summary: "Withdraw an invitation: its link no longer works.",
  input: z.strictObject({ id: id("invitation") }),
  output: Done,
  refuses: ["invitation.unknown", "right.beyond"],
});

export const acceptInvitation = operation({
  name: "staff.acceptInvitation",
  method: "POST",
  path: "/api/admin/invitations/accept",
  right: "anyone",
  vendor: "open",
  summary: "Accept an invitation with its link's token, set a password, and be signed in.",
  input: z.strictObject({ token: verbatim(1, 100), password: newPassword, name: text(200).optional() }),
  output: Session,
  refuses: ["invitation.unknown", "staff.exists"],
  status: 201,
  keepsNoAnswer: true,
});

export const edit = operation({
  name: "staff.edit",
  method: "PATCH",
  path: "/api/admin/staff/{id}",
  right: "team.write",
  vendor: "closed",
  summary:
    "Change someone's name or email address; fields left out stay. A new address ends their sessions, except the caller's own, and their link to a new password.",
  input: z.strictObject({ id: id("staff"), name: text(200).optional(), email: email.optional() }),
  output: Member,
  refuses: ["staff.unknown", "right.beyond", "staff.exists"],
});

export const setRole = operation({
  name: "staff.setRole",
  method: "PUT",
  path: "/api/admin/staff/{id}/role",
  right: "team.write",
  vendor: "closed",
  summary:
    "Give someone another role, from their next request on. API keys they created that can do more are limited to it from now on.",
  input: byValueOf(
    z.strictObject({ id: id("staff"), role: z.enum(roles), vendorId: id("vendor").optional() }),
    "role",
    boundToVendor,
  ),
  output: Member.extend({
    keys: keys.describe(
      "The working keys that they created, and those created with these, which are now limited to the role.",
    ),
    keyCount,
  }),
  refuses: ["staff.unknown", "right.beyond", "staff.lastOwner", "vendor.unknown"],
});

export const remove = operation({
  name: "staff.remove",
  method: "DELETE",
  path: "/api/admin/staff/{id}",
  right: "team.write",
  vendor: "closed",
  summary:
    "Remove someone: their sessions end, and the invitations they sent no longer work. Lists the API keys they created, which keep working.",
  input: z.strictObject({ id: id("staff") }),
  output: z
    .object({ keys: keys.describe("The working keys that they created, and those created with these."), keyCount })
    .describe(
      "The keys belong to the store and are used by programs, but their creator has seen them. Revoke those that only they used.",
    ),
  refuses: ["staff.unknown", "right.beyond", "staff.lastOwner"],
});

export const resetPassword = operation({
  name: "staff.resetPassword",
  method: "POST",
  path: "/api/admin/staff/{id}/reset-password",
  right: "team.write",
  vendor: "closed",
  summary:
    "Send someone a link to choose a new password. It is also shown in this response, works once, for 24 hours, and replaces an earlier one.",
  input: z.strictObject({ id: id("staff") }),
  output: z.object({
    ...{ email: z.string(), name: z.string(), expiresAt: time },
    link: z.string().describe("Shown in this response and never again."),
  }),
  refuses: ["staff.unknown", "right.beyond", "staff.ownPassword"],
  status: 201,
  answersSecret: true,
});

export const choosePassword = operation({
  name: "staff.choosePassword",
  method: "POST",
  path: "/api/admin/staff/choose-password",
  right: "anyone",
  vendor: "open",
  summary: "Choose a new password with the token of a link. All sessions of the person end.",
  input: z.strictObject({ token: verbatim(1, 100), password: newPassword }),
  output: Done,
  refuses: ["passwordReset.unknown"],
  keepsNoAnswer: true,
});

export const revokeSessions = operation({
  name: "staff.revokeSessions",
  method: "POST",
  path: "/api/admin/staff/{id}/revoke-sessions",
  right: "team.write",
  vendor: "closed",
  summary: "End all sessions of a person: they must sign in again.",
  input: z.strictObject({ id: id("staff") }),
  output: z.object({ ended: z.int() }),
  refuses: ["staff.unknown", "right.beyond"],
});
