/** The audit trail: who did what, when, and what it changed. */
import * as z from "zod";
import { id, searchText, time, verbatim } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { roles } from "./values/rights.ts";

const values = z.record(z.string(), z.unknown()).nullable();

/** Audit actions that are not operations. */
export const internalActions = [
  "session.signInFailed",
  "staff.createOwner",
  "stock.sweepBackorders",
  "stock.closeLedger",
  "doctor.repair",
] as const;

export const AuditEntry = z.object({
  id: id("audit"),
  changeId: id("change").describe("Shared by all entries that one request wrote."),
  at: time,
  actor: z.object({
    kind: z.enum(["staff", "key", "token", "system", "anyone"]),
    id: z.string().nullable(),
    name: z.string(),
    role: z.enum(roles).nullable(),
  }),
  action: z.string().describe("The operation's name, or one of the other actions named in `audit.list`."),
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
        "Its current name: an order number, a SKU, a title, a name. Null if it is gone, has none, or the caller may not read it.",
      ),
  }),
});

export const list = operation({
  name: "audit.list",
  method: "GET",
  path: "/api/admin/audit",
  right: "audit.read",
  vendor: "closed",
  summary: "List the audit log, newest first.",
  input: z.strictObject({
    ...listing,
    actor: verbatim(1, 100)
      .optional()
      .describe(
        "The id of a person or key, the name of a schedule, or one of those without an id: `token` (the static token), `anyone`.",
      ),
    action: verbatim(1, 100)
      .optional()
      .describe(
        "An operation's name, such as `order.cancel`; or `session.signInFailed`, `staff.createOwner`, `stock.sweepBackorders`, `stock.closeLedger`, `doctor.repair`.",
      ),
    q: searchText(200)
      .optional()
      .describe("The thing that was changed: an order number, a SKU, all or part of a title or name, or an id."),
    subjectType: verbatim(1, 50).optional().describe("For example `order` or `variant`."),
    subjectId: verbatim(1, 254).optional(),
    from: time.optional().describe("At or after this time."),
    to: time.optional().describe("Before this time."),
  }),
  output: pageOf(Listed),
  refuses: [],
});
