/** Signing in and out, and the current session. */
import * as z from "zod";
import { email, id, text, verbatim } from "./kit/fields.ts";
import { Done, operation } from "./kit/operation.ts";
import { rights, roles } from "./values/rights.ts";

/** 10 or more characters. The upper bound limits the time spent on hashing. */
export const newPassword = verbatim(10, 200).describe(
  "Neither one repeated character nor one of the thousand most common passwords.",
);
const anyPassword = verbatim(1, 200);

/** The caller: a person, or a program with its key. */
export const Session = z.object({
  kind: z.enum(["staff", "key"]),
  id: z.union([id("staff"), id("key")]),
  name: z.string(),
  email: z.string().nullable().describe("Null for an API key."),
  role: z.enum(roles),
  title: z.string().describe("The store's title for the role."),
  rights: z.array(z.enum(rights)),
  vendor: z.object({ id: id("vendor"), name: z.string() }).nullable(),
});
export type Session = z.output<typeof Session>;

export const signIn = operation({
  name: "session.signIn",
  method: "POST",
  path: "/api/admin/session",
  right: "anyone",
  vendor: "open",
  summary: "Sign in with email and password; the response sets the session cookie.",
  input: z.strictObject({ email, password: anyPassword }),
  output: Session,
  refuses: ["session.wrong", "request.tooMany"],
  keepsNoAnswer: true,
});

export const read = operation({
  name: "session.read",
  method: "GET",
  path: "/api/admin/session",
  right: "signedIn",
  vendor: "open",
  summary: "Show the caller: name, role and rights.",
  input: z.strictObject({}),
  output: Session,
  refuses: [],
});

export const signOut = operation({
  name: "session.signOut",
  method: "DELETE",
  path: "/api/admin/session",
  right: "signedIn",
  vendor: "open",
  summary: "Sign out: end this session.",
  input: z.strictObject({}),
  output: Done,
  refuses: ["session.none"],
  keepsNoAnswer: true,
});

export const rename = operation({
  name: "session.rename",
  method: "PATCH",
  path: "/api/admin/session",
  right: "signedIn",
  vendor: "open",
  summary: "Change the caller's own name.",
  input: z.strictObject({ name: text(200) }),
  output: Session,
  refuses: ["session.none"],
});

export const changePassword = operation({
  name: "session.changePassword",
  method: "POST",
  path: "/api/admin/session/password",
  right: "signedIn",
  vendor: "open",
  summary: "Change the caller's own password; their other sessions end.",
  input: z.strictObject({ currentPassword: anyPassword, newPassword }),
  output: Done,
  refuses: ["session.none", "password.wrong", "request.tooMany"],
  keepsNoAnswer: true,
});
