/** The templates of messages. */
import * as z from "zod";
import { id, text, time, verbatim } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { messageChannels, messageKinds } from "./values/message-kinds.ts";

const kind = z.enum(messageKinds).describe("What the message is about.");
const channel = z.enum(messageChannels);
const named = { kind, channel };

/** An SMS text registered with the operators in the recipient's country, with `{#var#}` for each variable. */
const Registered = z.strictObject({
  id: text(100).describe("The sender's id for it."),
  text: verbatim(1, 2_000).describe("As it was registered, with `{#var#}` for each variable."),
  names: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "a name such as VAR1"))
    .max(30)
    .describe("The sender's names for the variables, in order."),
});

/** Long enough for any message: mail programs cut off anything over 100 kB. */
const htmlMax = 60_000;
const bodyMax = 20_000;

export const Source = z.strictObject({
  subject: text(500).optional().describe("For email only."),
  html: verbatim(1, htmlMax).optional().describe("For email only."),
  body: verbatim(1, bodyMax).describe("The plain text of an email, or the SMS."),
  registered: Registered.nullable().default(null).describe("For SMS senders that accept only registered texts."),
});
export type Source = z.output<typeof Source>;

export const TemplateFault = z.object({
  part: z.enum(["subject", "html", "body", "registered"]),
  line: z.int(),
  column: z.int(),
  says: z.string(),
  suggestion: z.string().nullable().describe("The name that may have been meant."),
});
export type TemplateFault = z.output<typeof TemplateFault>;

const summary = {
  ...named,
  label: z.string(),
  isOn: z.boolean().describe("Whether messages of this kind are sent through this channel."),
  isAlwaysOn: z.boolean().describe("Whether it cannot be turned off: a notice that someone's access has changed."),
  takesEveryRight: z.boolean().describe("Whether editing its text takes every right: it is about access."),
  version: z.int().describe("0 for the built-in text."),
  isOwn: z.boolean().describe("Whether the store has its own text."),
  editedAt: time.nullable(),
  editedBy: z.string().nullable(),
};

export const Template = z.object({
  ...summary,
  source: Source,
  original: Source.describe("The built-in text."),
  variables: z.record(z.string(), z.unknown()).describe("The variables it may use, each with its meaning."),
  filters: z.array(z.string()).describe("The filters that may follow a `|`."),
});
export type Template = z.output<typeof Template>;

export const Rendering = z.object({
  subject: z.string().nullable(),
  html: z.string().nullable(),
  body: z.string(),
  parts: z
    .object({ encoding: z.enum(["GSM-7", "UCS-2"]), count: z.int(), characters: z.int() })
    .nullable()
    .describe("For an SMS: its encoding, and how many parts it is charged as."),
  faults: z.array(TemplateFault).describe("Why it could not be saved like this; the texts are then empty."),
});
export type Rendering = z.output<typeof Rendering>;

export const list = operation({
  name: "template.list",
  method: "GET",
  path: "/api/admin/templates",
  right: "templates.read",
  vendor: "closed",
  summary: "List the templates of all messages, and whether each is sent.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object(summary)) }),
  refuses: [],
});

export const read = operation({
  name: "template.read",
  method: "GET",
  path: "/api/admin/templates/{kind}/{channel}",
  right: "templates.read",
  vendor: "closed",
  summary: "Show a template with the variables it may use.",
  input: z.strictObject(named),
  output: Template,
  refuses: ["template.unknown"],
});

export const edit = operation({
  name: "template.edit",
  method: "PUT",
  path: "/api/admin/templates/{kind}/{channel}",
  right: "templates.write",
  vendor: "closed",
  summary:
    "Save a new version of a template. One that does not parse, or uses an unknown name, is refused with line and column. Editing `staff.invited` or `staff.passwordReset`, whose link grants access, or `staff.emailChanged`, a security notice, requires every right.",
  input: z.strictObject({
    ...named,
    source: Source,
    after: z
      .int()
      .min(0)
      .optional()
      .describe("The version that the edit is based on: refused if there is a newer one."),
  }),
  output: Template,
  refuses: ["template.unknown", "right.beyond", "template.faulty", "version.stale"],
});

export const reset = operation({
  name: "template.reset",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/reset",
  right: "templates.write",
  vendor: "closed",
  summary: "Go back to the built-in text. The store's own text stays among the versions.",
  input: z.strictObject(named),
  output: Template,
  refuses: ["template.unknown"],
});

export const listVersions = operation({
  name: "template.listVersions",
  method: "GET",
  path: "/api/admin/templates/{kind}/{channel}/versions",
  right: "templates.read",
  vendor: "closed",
  summary: "List a template's earlier versions, newest first, with who wrote them and when.",
  input: z.strictObject({ ...named, ...listing }),
  output: pageOf(
    z.object({
      version: z.int(),
      at: time,
      by: z.string(),
      source: Source.nullable().describe("Null: it was reset to the built-in text."),
    }),
  ),
  refuses: ["template.unknown"],
});

export const preview = operation({
  name: "template.preview",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/preview",
  right: "templates.read",
  vendor: "closed",
  summary: "Preview a message, for an order or with example data. Nothing is kept or sent.",
  input: z.strictObject({
    ...named,
    source: Source.partial({ body: true })
      .extend({ subject: verbatim(0, 500).optional() })
      .optional(),
    orderId: id("order").optional().describe("Example data if left out."),
  }),
  output: Rendering,
  refuses: ["template.unknown", "order.unknown", "right.missing"],
  keepsNoAnswer: true,
});

export const sendTest = operation({
  name: "template.sendTest",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/test",
  right: "templates.write",
  vendor: "closed",
  summary: "Send a saved template, for an order or with example data, to any address or number.",
  input: z.strictObject({
    ...named,
    to: text(254).describe("An email address, or a number such as +919876543210."),
    orderId: id("order").optional(),
  }),
  output: z.object({ messageId: id("message") }),
  status: 201,
  refuses: ["template.unknown", "order.unknown", "right.missing"],
});

export const setSwitch = operation({
  name: "template.setSwitch",
  method: "PUT",
  path: "/api/admin/templates/{kind}/{channel}/switch",
  right: "templates.write",
  vendor: "closed",
  summary: "Turn messages of a kind through a channel on or off. `staff.emailChanged`, a security notice, stays on.",
  input: z.strictObject({ ...named, isOn: z.boolean() }),
  output: z.object(summary),
  refuses: ["template.unknown"],
});
