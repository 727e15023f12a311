/** The audit trail: who did what, when, and what it changed. */
import * as z from "zod";
import { id, text, time, verbatim } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { roles } from "./rights.ts";

const values = z.record(z.string(), z.unknown()).nullable();

/** What is written down although no request asks for it. */
export const unasked = [
  "session.signInFailed",
  "staff.createOwner",
  "stock.sweepBackorders",
  "stock.closeLedger",
  "doctor.repair",
] as const;

export const AuditEntry = z.object({
  id: id("audit"),
  changeId: id("change").describe("Shared by everything that one request wrote."),
  at: time,
  actor: z.object({
    kind: z.enum(["staff", "key", "token", "system", "anyone"]),
    id: z.string().nullable(),
    name: z.string(),
    role: z.enum(roles).nullable(),
  }),
  action: z.string().describe("The operation's name, or what was done without being asked for: see `audit.list`."),
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  before: values,
  after: values,
});
export type AuditEntry = z.output<typeof AuditEntry>;

const Listed = AuditEntry.extend({
  subject: AuditEntry.shape.subject.extend({
    name: z
      .string()
      .nullable()
      .describe(
        "What it is called now: an order's number, a SKU, a title, a name. Null where it is gone, has none, or the asker may not read it.",
      ),
  }),
});

export const list = operation({
  name: "audit.list",
  method: "GET",
  path: "/api/admin/audit",
  right: "audit.read",
  vendor: "closed",
  summary: "List who did what, newest first.",
  input: z.strictObject({
    ...listing,
    actor: verbatim(1, 100)
      .optional()
      .describe(
        "The id of a person or key, the name of a schedule, or who has no id: `token` (the static token), `anyone`.",
      ),
    action: verbatim(1, 100)
      .optional()
      .describe(
        "An operation's name, such as `order.cancel`; or `session.signInFailed`, `staff.createOwner`, `stock.sweepBackorders`, `doctor.repair`.",
      ),
    q: text(200)
      .optional()
      .describe(
        "What was changed, as people call it: an order's number, a SKU, a title or name or part of one, or an id.",
      ),
    subjectType: verbatim(1, 50).optional().describe("Such as `order` or `variant`."),
    subjectId: verbatim(1, 254).optional(),
    from: time.optional().describe("Included."),
    to: time.optional().describe("Not included."),
  }),
  output: pageOf(Listed),
  refuses: [],
});
