/** Signing in and out, and who one is. */
import * as z from "zod";
import { email, id, verbatim } from "./fields.ts";
import { Done, operation } from "./kit.ts";
import { rights, roles } from "./rights.ts";

/** 10 or more characters. The upper bound keeps a password from being a way to spend our time. */
export const newPassword = verbatim(10, 200).describe(
  "Neither one character again and again, nor one of the thousand passwords that people use most.",
);
const anyPassword = verbatim(1, 200);

/** Who is asking: a person, or a program with its key. */
export const Session = z.object({
  kind: z.enum(["staff", "key"]),
  id: z.union([id("staff"), id("key")]),
  name: z.string(),
  email: z.string().nullable().describe("A key has none."),
  role: z.enum(roles),
  title: z.string().describe("What the store calls the role."),
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
  summary: "Sign in with e-mail and password; the answer sets the session's cookie.",
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
  summary: "Show who is asking: name, role, and what they may do.",
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
  summary: "End this session.",
  input: z.strictObject({}),
  output: Done,
  refuses: ["session.none"],
  keepsNoAnswer: true,
});

export const changePassword = operation({
  name: "session.changePassword",
  method: "POST",
  path: "/api/admin/session/password",
  right: "signedIn",
  vendor: "open",
  summary: "Change one's own password; every other session of one's own ends.",
  input: z.strictObject({ currentPassword: anyPassword, newPassword }),
  output: Done,
  refuses: ["session.none", "password.wrong", "request.tooMany"],
  keepsNoAnswer: true,
});
